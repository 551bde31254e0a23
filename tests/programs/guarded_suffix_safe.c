// expect: safe
// run: 0 -> end 0
// run: 1 -> end 0
// because: what is large is never enabled, and what is enabled is small
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int size, enabled, copies = 0;
  if (__VERIFIER_nondet_int()) {
    size = 5;
    enabled = 0;
  } else {
    size = 0;
    enabled = 1;
  }
  copies = copies + 1;
  if (enabled > 0) {
    if (size > 3)
      reach_error();
  }
  return 0;
}
