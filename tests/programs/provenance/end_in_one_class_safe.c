// expect: safe
// because: a pointer to the last element is not the start of another variable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int third, row[2], next;
int main(void) {
  int choice = __VERIFIER_nondet_int();
  int *p = choice ? row + 1 : &third;
  if (!choice)
    *p = 1;
  if (row + 1 == &next)
    reach_error();
  return 0;
}
