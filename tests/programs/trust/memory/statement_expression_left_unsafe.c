// expect: unsafe
// options: --property valid-memsafety
// because: the objects of a statement expression end with it
int main(void) {
  int *kept = 0;
  int value = ({
    int inner = 3;
    kept = &inner;
    inner + 1;
  });
  return value - *kept;
}
