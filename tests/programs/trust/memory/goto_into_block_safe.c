// expect: safe
// options: --property valid-memsafety
// because: an object begins where its block is entered, also by a jump
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
  return n - 3;
}
