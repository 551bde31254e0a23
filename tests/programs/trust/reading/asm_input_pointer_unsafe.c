// expect: unsafe
// ring: first
// because: the assembler writes through the pointer
extern void reach_error(void);
int main(void) {
  int x = 0;
  int *p = &x;
  asm volatile("movl $1, (%0)" : : "r"(p) : "memory");
  if (x == 1)
      reach_error();
  return 0;
}
