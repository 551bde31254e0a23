// expect: unsafe
// options: --data-model LP64
// because: an unsigned int does not hold the upper half of an address on the stack
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int x = 5;
  unsigned half = (unsigned)(word)&x;
  int *p = (int *)(word)half;
  if (!(p == &x))
    reach_error();
}
