// expect: unsafe
// ring: first
// because: the assembler calls the error
extern void reach_error(void);
int main(void) {
  asm volatile("call reach_error");
  return 0;
}
