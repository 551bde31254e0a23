// expect: unsafe
// run: 101 -> end 0
// run: 102 -> error
// because: above 101 McCarthy's function is n - 10
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n <= 102 && f(n) != 91)
    reach_error();
  return 0;
}
