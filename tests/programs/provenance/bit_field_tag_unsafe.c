// expect: unsafe
// because: three bits are dropped
extern void reach_error(void);
typedef unsigned long word;
struct tagged { word tag : 3; word rest : 8 * sizeof(word) - 3; };
int a[2] = {5, 6};
int main(void) {
  for (int i = 0; i < 2; i++) {
    struct tagged t = {1, (word)&a[i] >> 3};
    int *p = (int *)((word)t.rest << 3);
    if (!(p == &a[i]))
      reach_error();
  }
}
