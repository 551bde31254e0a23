// expect: unsafe
// ring: first
// options: --property valid-memsafety
// because: null
int main(void) {
  int *p = 0;
  return *p;
}
