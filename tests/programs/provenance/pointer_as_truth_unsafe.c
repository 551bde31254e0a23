// expect: unsafe
// because: only eight bits are looked at
extern void reach_error(void);
typedef unsigned long word;
int a[64];
int main(void) {
  for (int i = 0; i < 64; i++) {
    unsigned char there = (unsigned char)(word)&a[i];
    if (!(there))
      reach_error();
  }
}
