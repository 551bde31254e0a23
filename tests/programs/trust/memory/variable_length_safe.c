// expect: safe
// options: --property valid-memsafety
// because: used inside of the block
int main(void) {
  int n = 3, s = 0;
  {
    int a[n];
    a[2] = 4;
    s = a[2];
  }
  return s - 4;
}
