// expect: safe
// options: --property valid-memsafety
// because: a pointer to what has ended is only compared
int main(void) {
  int *kept = 0, *other = 0;
  for (int i = 0; i < 2; i++) {
    int inner = i;
    other = kept;
    kept = &inner;
    if (other == 0)
      continue;
    if (kept != 0)
      inner += *kept;
  }
  return 0;
}
