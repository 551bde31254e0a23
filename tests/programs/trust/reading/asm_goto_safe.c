// expect: safe
// ring: first
// because: the assembler jumps to the label
extern void reach_error(void);
int main(void) {
  asm goto("" : : : : out);
  return 0;
  out:
  if (0)
    reach_error();
  return 0;
}
