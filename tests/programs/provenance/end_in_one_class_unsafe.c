// expect: unsafe
// truth: -O0 only
// because: the end of one variable may be the start of another, also where a pointer leads to a third
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int third, row[2], next;
int main(void) {
  int choice = __VERIFIER_nondet_int();
  int *p = choice ? row + 2 : &third;
  if (!choice)
    *p = 1;
  if (row + 2 == &next || &next + 1 == row || &third + 1 == &next || row + 2 == &third)
    reach_error();
  return 0;
}
