// expect: unsafe
// options: --property valid-memsafety
// truth: no sanitizer
// because: the array ended with its block
int main(void) {
  int n = 3, *p = 0;
  {
    int a[n];
    a[2] = 4;
    p = &a[2];
  }
  int b[n];
  b[0] = *p;
  return b[0] > 9;
}
