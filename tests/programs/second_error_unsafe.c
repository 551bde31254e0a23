// expect: unsafe
// run: 1, 1 -> end 0
// run: 1, 0 -> end 0
// run: 0 -> error
// because: x is never above 0, but y is, on the one way that does not look at it at once
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  if (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (y > 0)
        reach_error();
      return 0;
    }
  } else {
    y = 1;
  }
  if (x > 0)
    reach_error();
  if (y > 0)
    reach_error();
  return 0;
}
