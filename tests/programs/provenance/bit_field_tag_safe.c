// expect: safe
// because: an address that four divides fits in all but two bits
extern void reach_error(void);
typedef unsigned long word;
struct tagged { word tag : 2; word rest : 8 * sizeof(word) - 2; };
int a[2] = {5, 6};
int main(void) {
  for (int i = 0; i < 2; i++) {
    struct tagged t = {1, (word)&a[i] >> 2};
    int *p = (int *)((word)t.rest << 2);
    if (!(p == &a[i]))
      reach_error();
  }
}
