// expect: unsafe
// because: n is read anew each time
extern void reach_error(void);
int main(void) {
  volatile int n = 0;
  n++;
  n += 2;
  if (n == 40)
    reach_error();
  return 0;
}
