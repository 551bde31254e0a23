// expect: safe
// with: integer_for_undefined.other.c
// because: what was written there is repaired
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void change(int *pointer);
static int own;
unsigned long tell(void) { return (unsigned long)&own; }
int main(void) {
  unsigned long number = __VERIFIER_nondet_ulong();
  own = 1;
  if (number == (unsigned long)&own)
    change((int *)number);
  own = 1;
  if (own != 1)
    reach_error();
  return 0;
}
