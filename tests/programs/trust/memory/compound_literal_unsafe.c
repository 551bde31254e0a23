// expect: unsafe
// options: --property valid-memsafety
// because: a compound literal ends with its block
int main(void) {
  int *p = 0;
  {
    p = (int[]){1, 2};
  }
  return p[1] - 2;
}
