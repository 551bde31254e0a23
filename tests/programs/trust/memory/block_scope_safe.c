// expect: safe
// ring: first
// options: --property valid-memsafety
// because: used inside of the block
int main(void) {
  int *p = 0, n = 0;
  {
    int x = 5;
    p = &x;
    n = *p;
  }
  return n - 5;
}
