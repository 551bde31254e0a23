// expect: safe
// options: --property valid-memsafety
// because: used inside of the block
int main(void) {
  int *p = 0, n = 0;
  {
    p = (int[]){1, 2};
    n = p[1];
  }
  return n - 2;
}
