// expect: unsafe
// ring: first
// options: --property valid-memsafety
// because: the object ended with its block
int main(void) {
  int *p = 0;
  {
    int x = 5;
    p = &x;
  }
  return *p - 5;
}
