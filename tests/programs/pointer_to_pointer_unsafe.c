// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: the pointer was redirected, so the first variable keeps its value
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = 1, b = 2;
  int *p = &a, **q = &p;
  if (__VERIFIER_nondet_int())
    *q = &b;
  **q = 7;
  if (a + b != 9)
    reach_error();
  return 0;
}
