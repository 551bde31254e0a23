// expect: safe
// because: stored and cleared
extern void reach_error(void);
int main(void) {
  int x = 5;
  int old = __sync_lock_test_and_set(&x, 1);
  __sync_lock_release(&x);
  if (!(old == 5 && x == 0))
      reach_error();
  return 0;
}
