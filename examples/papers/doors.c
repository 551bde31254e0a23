// One of two doors is open, and nobody says which one. Neither of them alone is always open.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int front = __VERIFIER_nondet_int(), back = __VERIFIER_nondet_int();
  if (front != 1 && back != 1) return 0;
  while (__VERIFIER_nondet_int()) {
    if (front != 1 && back != 1) reach_error();
  }
  return 0;
}
