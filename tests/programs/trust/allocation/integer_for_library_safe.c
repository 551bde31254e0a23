// expect: safe
// with: integer_for_library.other.c
// because: what is written is what was there
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *memset(void *, int, unsigned long);
int shared;
int main(void) {
  unsigned long number = __VERIFIER_nondet_ulong();
  shared = 0;
  if (number == (unsigned long)&shared)
    memset((void *)number, 0, sizeof shared);
  if (shared != 0)
    reach_error();
  return 0;
}
