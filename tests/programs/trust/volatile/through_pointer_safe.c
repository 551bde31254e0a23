// expect: safe
// because: an object that is not volatile is what was written
extern void reach_error(void);
volatile int flag;
int main(void) {
  int x = 5;
  volatile int *p = &x;
  *p = 6;
  if (x != 6)
    reach_error();
  return 0;
}
