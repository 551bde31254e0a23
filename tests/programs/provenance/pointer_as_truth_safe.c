// expect: safe
// because: every bit counts when a pointer is taken as a truth value
extern void reach_error(void);
typedef unsigned long word;
int a[64];
int main(void) {
  for (int i = 0; i < 64; i++) {
    _Bool there = (_Bool)(word)&a[i];
    if (!(there))
      reach_error();
  }
}
