// expect: safe
// property: memory
// run: 5 -> end
// because: a static variable stays
extern int __VERIFIER_nondet_int(void);

static int *address(int n) {
  static int local;
  local = n;
  int *p = &local;
  return p;
}
int main(void) {
  int *p = address(3);
  if (__VERIFIER_nondet_int() > 4)
    return *p;
  return 0;
}
