// expect: unsafe
// options: --property valid-memsafety
// because: the pointer keeps its value
int main(void) {
  int outer = 5, *kept = &outer;
  if (outer > 3) {
    int inner = 6;
    kept = &inner;
    outer += *kept;
  }
  if (outer < 11)
    kept = &outer;
  return *kept - 11;
}
