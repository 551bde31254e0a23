// expect: unsafe
// options: --property valid-memsafety
// truth: no sanitizer
// because: a jump back to before its declaration ends an array
int main(void) {
  int rounds = 0, *kept = 0, sum = 0;
again:
  if (kept)
    sum += *kept;
  {
    int length = rounds + 1;
    int array[length];
    array[rounds] = rounds;
    kept = &array[rounds];
    rounds++;
    if (rounds < 3)
      goto again;
  }
  return sum > 9;
}
