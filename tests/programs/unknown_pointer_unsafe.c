// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: the pointer may be the variable that is read
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int left = 1, right = 2, third = 3;
  int *p = __VERIFIER_nondet_int() ? &left : &right;
  *p = 9;
  third += left == 9 && right == 9;
  if (left != 1)
    reach_error();
  return 0;
}
