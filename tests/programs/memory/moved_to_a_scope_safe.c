// expect: safe
// property: valid-memsafety
// because: the pointer leads to the outer variable before it is used
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int outer = 1, *p = &outer;
  while (__VERIFIER_nondet_int()) {
    int inner = 2;
    p = &inner;
    *p = 3;
    p = &outer;
  }
  return *p;
}
