// expect: unsafe
// truth: -O0 only
// inputs: -32
// because: gcc computes addresses modulo the address space
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = (char *)(unsigned long)__VERIFIER_nondet_int();
  if (p && !(p + 32))
    reach_error();
}
