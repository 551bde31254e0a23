// expect: safe
// because: the upper and the lower bits together are the whole
extern void reach_error(void);
typedef unsigned long word;
int a[2] = {1, 2};
int main(void) {
  for (int i = 0; i < 2; i++) {
    word n = (word)&a[i], low = n & 0xfff, high = n & ~(word)0xfff;
    if (!((int *)(high + low) == &a[i]))
      reach_error();
  }
}
