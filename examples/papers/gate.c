// A gate that is never locked, looked at in a loop and twice after it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int locked = 0, passed = 0;
  while (__VERIFIER_nondet_int()) {
    if (locked) reach_error();
    passed = passed + 1;
    if (__VERIFIER_nondet_int()) passed = 0;
  }
  if (locked) reach_error();
  passed = 0;
  if (locked) reach_error();
  return 0;
}
