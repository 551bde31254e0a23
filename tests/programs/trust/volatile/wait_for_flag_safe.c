// expect: safe
// ring: first
// with: changing.other.c
// because: nobody changes x
extern void reach_error(void);
volatile int flag;
static int x = 5;
int main(void) {
  while (!flag)
    ;
  if (x != 5)
    reach_error();
  return 0;
}
