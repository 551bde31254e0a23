// expect: safe
// ring: first
// options: --property valid-memsafety
// because: an object
int main(void) {
  int x = 0, *p = &x;
  return *p;
}
