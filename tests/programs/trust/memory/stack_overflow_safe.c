// expect: safe
// options: --property valid-memsafety
// because: the last element
int main(void) {
  int a[4] = {0}, i = 3;
  a[i] = 1;
  return a[0];
}
