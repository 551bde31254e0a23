// expect: unsafe
// run: 7 -> end 0
// run: 0 -> error
// because: the body is executed once even if there is nothing to do
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
  if (rounds != n)
    reach_error();
  return 0;
}
