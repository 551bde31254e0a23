// expect: unsafe
// options: --property valid-memsafety
// because: behind the last element
static int a[4];
int main(void) {
  int i = 4;
  a[i] = 1;
  return a[0];
}
