// expect: unsafe
// options: --property valid-memsafety
// because: the block was left
int main(void) {
  int *kept = 0, n = 0;
  goto inside;
  {
    int inner;
    n = 7;
  inside:
    inner = 3;
    kept = &inner;
    n += *kept;
  }
  return *kept - n;
}
