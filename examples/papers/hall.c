// The light in the hall is of no interest; behind the hall it is off, and stays off.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int light = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) light = 0;
    else light = 1;
  }
  light = 0;
  while (__VERIFIER_nondet_int()) {
    if (light) reach_error();
  }
  return 0;
}
