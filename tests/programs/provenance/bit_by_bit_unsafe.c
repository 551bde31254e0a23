// expect: unsafe
// because: the last bit that is tested is that of four
extern void reach_error(void);
typedef unsigned long word;
int a[2] = {5, 6};
int main(void) {
  for (int j = 0; j < 2; j++) {
    word n = (word)&a[j], m = 0;
    for (unsigned i = 3; i < 8 * sizeof n; i++)
      if (n >> i & 1)
        m |= (word)1 << i;
    if (!((int *)m == &a[j]))
      reach_error();
  }
}
