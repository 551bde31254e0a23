// A loop counts, and ends when an input says so; the error depends on something else
// (after Listing 1.1 of [Beyer13]).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int most = __VERIFIER_nondet_int();
  int ticks = 0, alarm = 0;
  while (__VERIFIER_nondet_int()) {
    ticks++;
    if (ticks > most) break;
  }
  if (ticks < 0 && alarm) reach_error();
  return 0;
}
