// expect: safe
// with: integer_or_address.other.c
// because: what is written is what was there
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int shared, other;
int main(void) {
  unsigned long number = __VERIFIER_nondet_ulong();
  if (number == 0)
    number = (unsigned long)&other;
  shared = 1;
  if (number == (unsigned long)&shared)
    *(int *)number = 1;
  if (shared != 1)
    reach_error();
  return 0;
}
