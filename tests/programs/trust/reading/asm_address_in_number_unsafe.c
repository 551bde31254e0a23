// expect: unsafe
// ring: first
// because: the assembler writes where the number leads
extern void reach_error(void);
int main(void) {
  int x = 0;
  unsigned long u = (unsigned long)&x;
  asm volatile("movl $1, (%0)" : : "r"(u) : "memory");
  if (x == 1)
      reach_error();
  return 0;
}
