// expect: unsafe
// because: g is read after the call
extern void reach_error(void);
extern void touch(void);
int g = 1;
static int second(int a, int b) {
  return a + b;
}
int main(void) {
  g = 1;
  if (second(g, (touch(), 0)) == 9)
    reach_error();
  return 0;
}
