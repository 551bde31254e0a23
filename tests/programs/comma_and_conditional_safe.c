// expect: safe
// run: 4 -> end 0
// run: -4 -> end 0
// because: the comma gives its right side, the conditional evaluates one side only
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), steps = 0, y;
  if (x < -9 || x > 9)
    return 0;
  y = (steps++, x < 0 ? (steps += 10, -x) : (steps += 20, x));
  if (y < 0 || steps != (x < 0 ? 11 : 21))
    reach_error();
  return 0;
}
