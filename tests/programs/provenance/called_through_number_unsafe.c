// expect: unsafe
// options: --property valid-memsafety
// because: it is null
static int one(void) { return 1; }
int main(void) {
  long n = (long)one;
  n -= (long)one;
  int (*f)(void) = (int (*)(void))n;
  return f() != 1;
}
