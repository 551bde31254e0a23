// expect: safe
// options: --property valid-memsafety
// because: each round looks at its own array
int main(void) {
  int *first = 0, sum = 0;
  for (int n = 1; n < 4; n++) {
    int row[n];
    row[n - 1] = n;
    if (n > 0)
      first = row;
    sum += *first == 1;
  }
  return sum > 9;
}
