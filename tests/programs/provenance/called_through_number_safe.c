// expect: safe
// options: --property valid-memsafety
// because: the number is that of a function
static int one(void) { return 1; }
int main(void) {
  long n = (long)one;
  int (*f)(void) = (int (*)(void))n;
  return f() != 1;
}
