// expect: safe
// run: 0 -> end 0
// run: 77 -> end 0
// run: 101 -> end 0
// because: McCarthy's function is 91 up to 101
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n <= 101 && f(n) != 91)
    reach_error();
  return 0;
}
