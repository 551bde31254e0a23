// expect: unsafe
// options: --property valid-memsafety
// truth: no sanitizer
// because: the array of the first round has ended
int main(void) {
  int *first = 0, sum = 0;
  for (int n = 1; n < 4; n++) {
    int row[n];
    row[n - 1] = n;
    if (!first)
      first = row;
    sum += *first == 1;
  }
  return sum > 9;
}
