// expect: safe
// ring: first
// because: the function is defined in assembler
extern void reach_error(void);
asm(".globl one\n.type one, @function\none: movl $1, %eax\nret\n");
extern int one(void);
int main(void) {
  if (one() != 1)
    reach_error();
  return 0;
}
