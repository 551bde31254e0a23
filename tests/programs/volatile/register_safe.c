// expect: safe
// because: no variable lies at that address
extern void reach_error(void);
#define REG (*(volatile unsigned *)0x40021000)
int main(void) {
  int k = 3;
  REG = 5;
  REG |= 4;
  if (k != 3)
    reach_error();
  return 0;
}
