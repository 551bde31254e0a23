// expect: safe
// options: --property valid-memsafety
// because: used within the branch
int main(void) {
  int *kept = 0, n = 1;
  if (n)
    kept = (int[2]){4, 5}, n += kept[1];
  return n - 6;
}
