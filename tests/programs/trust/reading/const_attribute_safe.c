// expect: safe
// because: the attribute allows one call for two
extern void reach_error(void);
static int n;
static int next(void) { return ++n; }
int main(void) {
  int a = next(), b = next();
  if (!(n == 2 || a == b))
      reach_error();
  return 0;
}
