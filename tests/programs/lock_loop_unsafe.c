// expect: unsafe
// run: 0 -> end 0
// run: 1, 1, 1, 0 -> error
// because: the third time the lock is not released
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
      rounds++;
      if (rounds != 3)
        lock = 0;
      fresh++;
    }
  } while (fresh != old);
  return 0;
}
