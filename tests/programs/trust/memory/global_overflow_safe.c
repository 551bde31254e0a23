// expect: safe
// options: --property valid-memsafety
// because: the last element
static int a[4];
int main(void) {
  int i = 3;
  a[i] = 1;
  return a[0];
}
