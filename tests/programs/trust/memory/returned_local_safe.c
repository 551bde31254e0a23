// expect: safe
// ring: first
// options: --property valid-memsafety
// because: a static object lives on
static __attribute__((noinline)) int *address(void) {
  static int x = 5;
  int *p = &x;
  return p;
}
int main(void) {
  return *address() - 5;
}
