// expect: safe
// because: leave is called at the end of the block
extern void reach_error(void);
static int left;
static void leave(int *p) { left = *p; }
int main(void) {
  {
    __attribute__((cleanup(leave))) int n = 3;
    n = 4;
  }
  if (left != 4)
    reach_error();
  return 0;
}
