// expect: safe
// run: 1, 2, 3 -> end 0
// run: 3, 2, 1 -> end 0
// because: no value is known, and yet the three cannot be in a circle
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  if (x < y && y > z)
    if (z > x ? 0 : z < x ? 0 : x != z)
      reach_error();
  return 0;
}
