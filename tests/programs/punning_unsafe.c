// expect: unsafe
// run: 1.0 -> end 0
// run: -0.0 -> error
// because: minus zero has its sign bit set and is not less than zero
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
union bits { float f; unsigned u; };
int main(void) {
  union bits x;
  x.f = __VERIFIER_nondet_float();
  if (x.u >> 31 && !(x.f < 0))
    reach_error();
  return 0;
}
