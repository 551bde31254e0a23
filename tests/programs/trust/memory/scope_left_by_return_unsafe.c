// expect: unsafe
// options: --property valid-memsafety
// because: the object ended with its function
static int *last;
static int tell(int n) {
  int local = n;
  last = &local;
  if (n > 3)
    return *last;
  return n;
}
int main(void) {
  int told = tell(7);
  return *last - told;
}
