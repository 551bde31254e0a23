// expect: unsafe
// inputs: 2
// because: the steps differ by one
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int a[4] = {1, 2, 3, 4};
int main(void) {
  unsigned i = __VERIFIER_nondet_int() & 3;
  int *p = a + i;
  p = p - i + 1;
  if (!(p == a))
    reach_error();
  if (!(*p == 1))
    reach_error();
}
