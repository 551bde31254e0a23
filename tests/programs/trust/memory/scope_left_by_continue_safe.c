// expect: safe
// options: --property valid-memsafety
// because: the pointer is compared, and nothing is read
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
  return last == 0;
}
