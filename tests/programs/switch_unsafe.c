// expect: unsafe
// run: 0 -> end 0
// run: 4 -> error
// because: the range falls through into the next case
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int y = 0;
  switch (__VERIFIER_nondet_int()) {
  case 2 ... 5:
    y = 4;
  case -5:
    y++;
  }
  if (y == 5)
    reach_error();
  return 0;
}
