// expect: unsafe
// undecided: the change lies behind what an execution can choose
// because: the address of x is passed as a number
extern void reach_error(void);
extern void poke(unsigned long);
int main(void) {
  int x = 1;
  poke((unsigned long)&x);
  if (x != 1)
    reach_error();
  return 0;
}
