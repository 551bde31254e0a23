// expect: safe
// because: the assembler adds one
extern void reach_error(void);
int main(void) {
  int x = 4;
  asm("addl $1, %0" : "+r"(x));
  if (x != 5)
      reach_error();
  return 0;
}
