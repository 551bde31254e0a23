// expect: unsafe
// options: --property valid-memsafety
// because: it goes on to the one before
int main(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (int i = 3; i >= -1; i--)
    sum += a[i];
  return sum == 0;
}
