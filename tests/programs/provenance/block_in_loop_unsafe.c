// expect: unsafe
// truth: -O0 only
// because: every round of the loop has its object at the same place
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  word before = 0;
  for (int i = 0; i < 2; i++) {
    int x = i, *p = &x;
    if (!((word)p != before))
      reach_error();
    before = (word)p;
  }
}
