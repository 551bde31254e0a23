// expect: unsafe
// because: two reads need not agree
extern void reach_error(void);
int main(void) {
  volatile int x = 1;
  if (x != x)
    reach_error();
  return 0;
}
