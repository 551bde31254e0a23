// expect: unsafe
// property: memory
// run: 5 -> 15: `p` points to `local`, whose scope ended at line 10
// because: the variable is gone when its function has returned
extern int __VERIFIER_nondet_int(void);

static int *address(int n) {
  int local = n;
  int *p = &local;
  return p;
}
int main(void) {
  int *p = address(3);
  if (__VERIFIER_nondet_int() > 4)
    return *p;
  return 0;
}
