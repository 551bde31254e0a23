// expect: safe
// ring: first
// because: one read is one number
extern void reach_error(void);
volatile int flag;
int main(void) {
  int a = flag;
  if (a != a)
    reach_error();
  return 0;
}
