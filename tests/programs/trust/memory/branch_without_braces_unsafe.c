// expect: unsafe
// options: --property valid-memsafety
// because: a branch is a block even without braces
int main(void) {
  int *kept = 0, n = 1;
  if (n)
    kept = (int[2]){4, 5};
  return kept[1];
}
