// After [Dietsch17, section 7.1]: one sequence proves one path, the other one every path.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int ebb = 0;
  int flood = 0;
  while (__VERIFIER_nondet_int()) {
    ebb = ebb + 1;
    flood = flood + 1;
  }
  if (ebb != flood) reach_error();
  return 0;
}
