// expect: unsafe
// ring: first
// with: changing.other.c
// because: somebody else may set the flag
extern void reach_error(void);
volatile int flag;
static int x = 5;
int main(void) {
  while (!flag)
    ;
  reach_error();
  return 0;
}
