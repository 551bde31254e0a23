// expect: unsafe
// truth: -O0 only
// because: one symbol is the other
extern void reach_error(void);
int one = 5;
extern int two;
asm(".globl two\n.set two, one\n");
int main(void) {
  two = 7;
  if (one != 5)
    reach_error();
  return 0;
}
