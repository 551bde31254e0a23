// expect: unsafe
// options: --property valid-memsafety
// because: behind the last element
int main(void) {
  int a[4] = {0}, i = 4;
  a[i] = 1;
  return a[0];
}
