// After [Dietsch17, Fig. 3]: before the loop k is not live, since the loop sets it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int k = 0;
  int y = __VERIFIER_nondet_int();
  if (y < k) return 0;
  while (__VERIFIER_nondet_int()) {
    k = 1;
    if (y < 1000) y = y + k;
  }
  if (y < 0) reach_error();
  return 0;
}
