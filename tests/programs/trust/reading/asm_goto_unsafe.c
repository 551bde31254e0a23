// expect: unsafe
// ring: first
// because: the assembler jumps to the label
extern void reach_error(void);
int main(void) {
  asm goto("jmp %l0" : : : : out);
  return 0;
  out:
  reach_error();
  return 0;
}
