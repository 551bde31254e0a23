// expect: safe
// run: 0 -> end 0
// run: 1, 1, 0 -> end 0
// because: the loop is left only when nothing was new, and then the lock is held
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int lock = 0, old, fresh = 0, rounds = 0;
  do {
    if (lock)
      reach_error();
    lock = 1;
    old = fresh;
    if (__VERIFIER_nondet_int() && rounds < 6) {
      lock = 0;
      fresh++;
      rounds++;
    }
  } while (fresh != old);
  if (!lock)
    reach_error();
  return 0;
}
