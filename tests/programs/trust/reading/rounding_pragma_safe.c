// expect: safe
// because: nothing is rounded
extern void reach_error(void);
#pragma STDC FENV_ACCESS ON
int main(void) {
  volatile int x = 3;
  if (sizeof x != 4)
      reach_error();
  return 0;
}
