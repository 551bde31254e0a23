// expect: safe
// run: 1 -> end 0
// run: 0 -> end 0
// because: writing through the second level redirects the first
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = 1, b = 2;
  int *p = &a, **q = &p;
  if (__VERIFIER_nondet_int())
    *q = &b;
  **q = 7;
  if (p == &a && (a != 7 || b != 2))
    reach_error();
  if (p == &b && (a != 1 || b != 7))
    reach_error();
  return 0;
}
