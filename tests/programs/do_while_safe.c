// expect: safe
// run: 0 -> end 0
// run: 7 -> end 0
// because: the body is executed once at least
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), rounds = 0;
  if (n < 0 || n > 7)
    return 0;
  int left = n;
  do {
    rounds++;
    left--;
  } while (left > 0);
  if (rounds != (n < 1 ? 1 : n))
    reach_error();
  return 0;
}
