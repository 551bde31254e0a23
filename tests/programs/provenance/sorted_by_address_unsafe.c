// expect: unsafe
// truth: -O0 only
// because: which address is lower is open
extern void reach_error(void);
typedef unsigned long word;
int x = 5, y = 6;
int main(void) {
  word table[2] = {(word)&y, (word)&x};
  if (table[0] > table[1]) {
    word kept = table[0];
    table[0] = table[1];
    table[1] = kept;
  }
  int *first = (int *)table[0], *second = (int *)table[1];
  if (!(*first == 6))
    reach_error();
}
