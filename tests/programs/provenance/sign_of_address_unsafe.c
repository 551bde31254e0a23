// expect: unsafe
// options: --data-model ILP32
// because: a 32-bit process on a 64-bit kernel has its stack in the upper half
extern void reach_error(void);
int main(void) {
  int x = 5;
  long n = (long)&x;
  if (!(n > 0))
    reach_error();
}
