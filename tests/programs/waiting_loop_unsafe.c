// expect: unsafe
// run: 0 -> end 0
// run: 1, 7 -> error
// because: an input can make it ready
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int ready;
static void pause_a_little(void) {}
int main(void) {
  if (__VERIFIER_nondet_int()) {
    ready = __VERIFIER_nondet_int() == 7;
    while (!ready)
      pause_a_little();
    reach_error();
  }
  return 0;
}
