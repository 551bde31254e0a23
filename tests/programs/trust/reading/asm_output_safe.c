// expect: safe
// ring: first
// because: the assembler writes its output
extern void reach_error(void);
int main(void) {
  int x = 0;
  asm("movl $1, %0" : "=r"(x));
  if (x != 1)
      reach_error();
  return 0;
}
