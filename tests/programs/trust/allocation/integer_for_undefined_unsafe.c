// expect: unsafe
// with: integer_for_undefined.other.c
// because: another function writes where the number says
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
  if (own != 1)
    reach_error();
  return 0;
}
