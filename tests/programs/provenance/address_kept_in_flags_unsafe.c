// expect: unsafe
// because: the flags of both addresses are mixed
extern void reach_error(void);
typedef unsigned long word;
int x = 5, y = 6;
static char flags[8 * sizeof(word)];
static void keep(word n) {
  for (unsigned i = 0; i < sizeof flags; i++)
    flags[i] ^= (n >> i & 1) != 0;
}
int main(void) {
  word n = 0;
  keep((word)&x);
  keep((word)&y);
  for (unsigned i = 0; i < sizeof flags; i++)
    n |= (word)flags[i] << i;
  if (!(n == (word)&y))
    reach_error();
}
