// expect: safe
// options: --property valid-memsafety
// because: used inside of the block
int main(void) {
  int *p = 0, n = 0;
  again: {
    int x = n;
    p = &x;
    n += *p + 1;
  }
  if (n < 3)
    goto again;
  return 0;
}
