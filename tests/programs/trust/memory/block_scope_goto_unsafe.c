// expect: unsafe
// options: --property valid-memsafety
// truth: no sanitizer
// because: the jump ended the object
int main(void) {
  int *p = 0, n = 0;
  again: {
    int x = n;
    if (p)
      n += *p;
    p = &x;
    n++;
  }
  if (n < 3)
    goto again;
  return 0;
}
