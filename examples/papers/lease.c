// After [Dietsch17, Fig. 1], with one cell: what is taken is given back, and a counter counts.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int taken = 0;
  int count = 0;
  while (count < 20 && __VERIFIER_nondet_int()) {
    if (taken) return 0;
    taken = 1;
    count = count + 1;
    taken = 0;
  }
  if (taken) reach_error();
  return 0;
}
