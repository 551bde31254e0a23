// expect: safe
// ring: first
// because: the assembler writes a variable by its name
extern void reach_error(void);
int shared = 0;
int main(void) {
  asm volatile("movl $1, shared(%%rip)" : : : "memory");
  if (shared != 1)
      reach_error();
  return 0;
}
