// expect: safe
// run: -5 -> end 0
// run: 5 -> end 0
// because: only the least number has a negative absolute value
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x < 0 ? -x : x;
  if (y < 0 && x + 1 > -2147483647)
    reach_error();
  if (y >= 0 && y != x && y + x != 0)
    reach_error();
  return 0;
}
