// expect: unsafe
// ring: first
// options: --property valid-memsafety
// because: the object ended with its function
static __attribute__((noinline)) int *keep(int *p) { return p; }
static __attribute__((noinline)) int *address(void) {
  int x = 5;
  return keep(&x);
}
int main(void) {
  return *address() - 5;
}
