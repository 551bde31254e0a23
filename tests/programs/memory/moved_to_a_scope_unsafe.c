// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// because: the pointer leads to a variable that has ended
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int outer = 1, *p = &outer;
  while (__VERIFIER_nondet_int()) {
    int inner = 2;
    p = &inner;
    *p = 3;
  }
  return *p;
}
