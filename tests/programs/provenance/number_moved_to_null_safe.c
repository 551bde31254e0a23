// expect: safe
// truth: -O0 only
// inputs: -32
// because: the step is longer than what is missing to the end of the address space
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = (char *)(unsigned long)n;
  if (n == -32 && !(p + 33))
    reach_error();
}
