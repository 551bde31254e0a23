// expect: safe
// run: 0 -> end 0
// run: 3 -> end 0
// run: -5 -> end 0
// run: 90 -> end 0
// because: every way through the switch leaves y between 1 and 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int y = 0;
  switch (__VERIFIER_nondet_int()) {
  case 0:
    y = 1;
  case 1:
    y += 2;
    break;
  default:
    y = 7;
    break;
  case 2 ... 5:
    y = 4;
  case -5:
    y++;
  }
  if (y < 1 || y > 7)
    reach_error();
  return 0;
}
