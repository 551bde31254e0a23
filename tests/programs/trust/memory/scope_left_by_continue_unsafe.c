// expect: unsafe
// options: --property valid-memsafety
// because: the object ended before the next round
static int *last;
static void note(int *p) { last = p; }
int main(void) {
  int rounds = 0;
  while (rounds < 3) {
    rounds++;
    {
      int inner = rounds;
      note(&inner);
      if (rounds == 3)
        continue;
      rounds += *last - inner;
    }
  }
  return *last - 3;
}
