// expect: safe
// options: --property valid-memsafety
// because: the loop stops at the first element
int main(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (int i = 3; i >= 0; i--)
    sum += a[i];
  return sum == 0;
}
