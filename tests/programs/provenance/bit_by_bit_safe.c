// expect: safe
// because: every bit is tested and set again
extern void reach_error(void);
typedef unsigned long word;
int a[2] = {5, 6};
int main(void) {
  for (int j = 0; j < 2; j++) {
    word n = (word)&a[j], m = 0;
    for (unsigned i = 0; i < 8 * sizeof n; i++)
      if (n >> i & 1)
        m |= (word)1 << i;
    if (!((int *)m == &a[j]))
      reach_error();
  }
}
