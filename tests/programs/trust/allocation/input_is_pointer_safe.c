// expect: safe
// ring: first
// because: p is x there
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int x = 5;
  int *p = (int *)__VERIFIER_nondet_ulong();
  if (p == &x && *p != 5)
    reach_error();
  return 0;
}
