// expect: unsafe
// ring: first
// options: --property valid-memsafety
// truth: no sanitizer
// because: the object of the round before has ended
int main(void) {
  int sum = 0, *p = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (p)
      sum += *p;
    p = &x;
  }
  return sum > 9;
}
