// expect: safe
// because: one read
extern void reach_error(void);
volatile int flag;
int main(void) {
  volatile int x = 3;
  int y = x;
  if (y != y)
    reach_error();
  return 0;
}
