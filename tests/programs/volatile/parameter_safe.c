// expect: safe
// because: the parameter is plain
extern void reach_error(void);
static int same(volatile int x) {
  return x;
}
static int plain(int x) {
  return x;
}
int main(void) {
  if (plain(3) != 3)
    reach_error();
  return 0;
}
