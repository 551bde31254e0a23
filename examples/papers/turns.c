// Whoever takes the key gives it back: functions that are called in turn.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int taken = 0;

void take(void) {
  if (taken) reach_error();
  taken = 1;
}

void give(void) {
  if (!taken) reach_error();
  taken = 0;
}

int main(void) {
  int rounds = 0;
  while (__VERIFIER_nondet_int()) {
    take();
    if (__VERIFIER_nondet_int()) {
      give();
      take();
    }
    rounds = rounds + 1;
    give();
  }
  return 0;
}
