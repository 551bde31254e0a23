// expect: safe
// options: --property valid-memsafety --data-model LP64
// because: the index is compared before it is used
int main(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  int *p = a;
  unsigned i = 0;
  i--;
  if (i < 4)
    sum = p[i];
  return sum == 7;
}
