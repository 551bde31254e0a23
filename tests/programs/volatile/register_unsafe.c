// expect: unsafe
// because: two reads need not agree
extern void reach_error(void);
#define REG (*(volatile unsigned *)0x40021000)
int main(void) {
  unsigned a = REG, b = REG;
  if (a != b)
    reach_error();
  return 0;
}
