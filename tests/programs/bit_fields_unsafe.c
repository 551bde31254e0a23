// expect: unsafe
// run: 1 -> end 0
// run: 3 -> error
// because: 3 stored in two signed bits is -1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct flags {
  unsigned low : 3;
  int sign : 2;
};
int main(void) {
  struct flags f = {0};
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 3)
    return 0;
  f.sign = x;
  if (f.sign != x)
    reach_error();
  return 0;
}
