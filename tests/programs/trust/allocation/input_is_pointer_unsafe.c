// expect: unsafe
// ring: first
// with: input_is_pointer.other.c
// because: the input may be the address
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int x = 5;
int main(void) {
  int *p = (int *)__VERIFIER_nondet_ulong();
  if (p == &x)
    *p = 6;
  if (x != 5)
    reach_error();
  return 0;
}
