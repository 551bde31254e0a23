// expect: unsafe
// run: 5 -> end 0
// run: -1 -> error
// because: a negative number compared with an unsigned one is large
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void) {
  signed char c = __VERIFIER_nondet_char();
  if (c > 10u && c < 10)
    reach_error();
  return 0;
}
