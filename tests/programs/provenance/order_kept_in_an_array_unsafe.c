// expect: unsafe
// because: the distance of addresses is counted in bytes, not in elements
extern void reach_error(void);
typedef unsigned long word;
long table[8];
int main(void) {
  unsigned i = 3;
  word one = (word)&table[i] - (word)table;
  if (one != i)
    reach_error();
  return 0;
}
