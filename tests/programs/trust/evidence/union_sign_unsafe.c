// expect: unsafe
// ring: first
// must: decided
// inputs: -1082130432
// because: a number with the highest bit set may be less than zero
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union both {
  float f;
  int i;
};
int main(void) {
  union both x;
  x.i = __VERIFIER_nondet_int();
  if (x.f < 0)
    reach_error();
  return 0;
}
