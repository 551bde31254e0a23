// expect: safe
// ring: first
// because: the register is read by the assembler
extern void reach_error(void);
register long counter asm("r15");
static long get(void) {
  long n;
  asm volatile("movq %%r15, %0" : "=r"(n));
  return n;
}
int main(void) {
  counter = 5;
  if (get() != 5)
      reach_error();
  return 0;
}
