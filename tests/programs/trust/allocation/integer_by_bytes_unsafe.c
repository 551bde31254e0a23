// expect: unsafe
// with: integer_by_bytes.other.c
// because: the bytes of the number become a pointer
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *memcpy(void *, const void *, unsigned long);
int shared;
int main(void) {
  unsigned long number = __VERIFIER_nondet_ulong();
  int *pointer;
  memcpy(&pointer, &number, sizeof pointer);
  shared = 1;
  if (pointer == &shared)
    *pointer = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
