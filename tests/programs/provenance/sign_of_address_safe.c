// expect: safe
// options: --data-model LP64
// because: addresses of processes are in the lower half of 64 bits
extern void reach_error(void);
int main(void) {
  int x = 5;
  long n = (long)&x;
  if (!(n > 0))
    reach_error();
}
