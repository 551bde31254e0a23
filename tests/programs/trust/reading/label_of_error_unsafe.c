// expect: unsafe
// ring: first
// because: the label names the error function
extern void reach_error(void);
extern void fail(void) asm("reach_error");
int main(void) {
  fail();
  return 0;
}
