// expect: unsafe
// because: an empty one leaves its operand as it is
extern void reach_error(void);
int main(void) {
  int x = 5;
  asm("" : "+r"(x));
  if (x == 5)
      reach_error();
  return 0;
}
