// expect: unsafe
// because: the parameter is volatile
extern void reach_error(void);
static int same(volatile int x) {
  return x;
}
static int plain(int x) {
  return x;
}
int main(void) {
  if (same(3) == 4)
    reach_error();
  return 0;
}
