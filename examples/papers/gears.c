// The second error is out of reach for two reasons: the gear, and the speed.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int speed = __VERIFIER_nondet_int();
  int gear = 1;
  int shift = gear + 1;
  if (speed < 10) return 0;
  if (gear != 1) reach_error();
  if (shift > 2 && speed < 5) reach_error();
  return 0;
}
