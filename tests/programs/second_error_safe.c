// expect: safe
// run: 1, 1 -> end 0
// run: 1, 0 -> end 0
// run: 0 -> end 0
// because: neither x nor y is ever above 0
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
    y = -1;
  }
  if (x > 0)
    reach_error();
  if (y > 0)
    reach_error();
  return 0;
}
