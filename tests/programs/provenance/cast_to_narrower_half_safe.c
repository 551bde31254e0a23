// expect: safe
// options: --data-model ILP32
// because: an unsigned int holds an address of 32 bits
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int x = 5;
  unsigned half = (unsigned)(word)&x;
  int *p = (int *)(word)half;
  if (!(p == &x))
    reach_error();
}
