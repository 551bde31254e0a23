// expect: safe
// ring: first
// because: nobody changes x
extern void reach_error(void);
volatile int flag;
int main(void) {
  int x = 1;
  flag = 1;
  if (x != 1)
    reach_error();
  return 0;
}
