// expect: safe
// options: --property valid-memsafety
// because: the pointer gets another value first
int main(void) {
  int outer = 5, *kept = &outer;
  if (outer > 3) {
    int inner = 6;
    kept = &inner;
    outer += *kept;
  }
  kept = &outer;
  return *kept - 11;
}
