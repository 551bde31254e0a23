// expect: safe
// run: 0 -> end 0
// run: 255 -> end 0
// run: -1 -> end 0
// because: a bit-field keeps only its own bits, and a signed one has a sign bit
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct flags {
  unsigned low : 3;
  int sign : 2;
  _Bool set : 1;
};
int main(void) {
  struct flags f = {0};
  int x = __VERIFIER_nondet_int();
  f.low = x;
  f.sign = x;
  f.set = x;
  if (f.low != (x & 7) || f.sign > 1 || f.sign < -2)
    reach_error();
  if (f.set != (x != 0))
    reach_error();
  return 0;
}
