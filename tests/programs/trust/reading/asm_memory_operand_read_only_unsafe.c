// expect: unsafe
// ring: first
// because: the assembler writes an input in memory
extern void reach_error(void);
int main(void) {
  int x = 0;
  asm volatile("movl $1, %0" : : "m"(x) : "memory");
  if (x == 1)
      reach_error();
  return 0;
}
