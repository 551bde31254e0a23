// expect: unsafe
// ring: first
// because: nop does nothing
extern void reach_error(void);
int main(void) {
  asm volatile("nop");
  reach_error();
  return 0;
}
