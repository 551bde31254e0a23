// expect: safe
// because: only a register changes
extern void reach_error(void);
int main(void) {
  int x = 5;
  asm volatile("xorl %%eax, %%eax" : : : "eax");
  if (x != 5)
      reach_error();
  return 0;
}
