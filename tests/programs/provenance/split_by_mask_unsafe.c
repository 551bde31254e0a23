// expect: unsafe
// because: one of two neighbours has a bit that is in both parts
extern void reach_error(void);
typedef unsigned long word;
int a[2] = {1, 2};
int main(void) {
  for (int i = 0; i < 2; i++) {
    word n = (word)&a[i], low = n & 0xfff, high = n & ~(word)0xffb;
    if (!((int *)(high + low) == &a[i]))
      reach_error();
  }
}
