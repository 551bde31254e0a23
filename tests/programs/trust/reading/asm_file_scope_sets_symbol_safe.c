// expect: safe
// truth: -O0 only
// because: one symbol is the other
extern void reach_error(void);
int one = 7;
extern int two;
asm(".globl two\n.set two, one\n");
int main(void) {
  if (two != 7)
    reach_error();
  return 0;
}
