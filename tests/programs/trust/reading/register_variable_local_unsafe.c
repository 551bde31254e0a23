// expect: unsafe
// ring: first
// because: the register is written by the assembler
extern void reach_error(void);
int main(void) {
  register long n asm("r12") = 5;
  asm volatile("movq $6, %%r12" : "+r"(n));
  if (n == 6)
      reach_error();
  return 0;
}
