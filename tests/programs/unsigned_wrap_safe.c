// expect: safe
// run: 4294967295, 1 -> end 0
// run: 3, 7 -> end 0
// because: unsigned arithmetic wraps and can be undone
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned sum = x + y;
  if (sum - y != x || sum - x != y)
    reach_error();
  if ((sum < x) != (sum < y))
    reach_error();
  return 0;
}
