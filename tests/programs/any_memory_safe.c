// expect: safe
// run: 2 -> end 0
// because: arbitrary memory ends where it is told to end
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_nondet_memory(void *, size_t);
extern void reach_error(void);
int main(void) {
  char a[6] = "hello";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3)
    return 0;
  __VERIFIER_nondet_memory(a, n);
  if (a[3] != 108 || a[4] != 111)
    reach_error();
  return 0;
}
