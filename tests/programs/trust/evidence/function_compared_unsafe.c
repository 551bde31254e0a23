// expect: unsafe
// because: two functions have two addresses
extern void reach_error(void);
static int f(void) { return 1; }
static int g(void) { return 2; }
int main(void) {
  if (f != g)
    reach_error();
  return 0;
}
