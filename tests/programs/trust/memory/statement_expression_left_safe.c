// expect: safe
// options: --property valid-memsafety
// because: its value is taken before its objects end
int main(void) {
  int *kept = 0;
  int value = ({
    int inner = 3;
    kept = &inner;
    inner + 1;
  });
  return value - 4 + (kept == 0);
}
