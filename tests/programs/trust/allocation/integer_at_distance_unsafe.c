// expect: unsafe
// with: integer_at_distance.other.c
// because: what lies at no distance is there
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int shared;
int main(void) {
  int *pointer = (int *)__VERIFIER_nondet_ulong();
  shared = 1;
  if (pointer - &shared == 0)
    *pointer = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
