// expect: safe
// run: 0 -> end 0
// because: nobody makes ready, so what follows the loop is never reached
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int ready;
static void pause_a_little(void) {}
int main(void) {
  if (__VERIFIER_nondet_int()) {
    while (!ready)
      pause_a_little();
    reach_error();
  }
  return 0;
}
