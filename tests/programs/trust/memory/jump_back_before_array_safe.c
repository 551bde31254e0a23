// expect: safe
// options: --property valid-memsafety
// because: the pointer is compared, and nothing is read
int main(void) {
  int rounds = 0, *kept = 0, sum = 0;
again:
  if (kept)
    sum += kept != 0;
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
