// expect: unsafe
// because: of nine addresses two have the same hash out of eight
extern void reach_error(void);
typedef unsigned long word;
int a[9];
int main(void) {
  unsigned seen = 0;
  for (int i = 0; i < 9; i++) {
    unsigned bit = 1u << ((word)&a[i] / 4 * 5 % 8);
    if (!((seen & bit) == 0))
      reach_error();
    seen |= bit;
  }
}
