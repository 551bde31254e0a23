// expect: unsafe
// truth: -O0 only
// because: the first call is over
extern void reach_error(void);
typedef unsigned long word;
static int same(word above, int depth) {
  int x = depth;
  word here = (word)&x;
  if (depth > 0)
    return here == above || same(here, depth - 1);
  return here == above;
}
static int around(word *above) {
  int x = 1;
  word here = (word)&x, before = *above;
  *above = here;
  return here == before;
}
int main(void) {
  word kept = 0;
  around(&kept);
  int found = around(&kept);
  if (!(!found))
    reach_error();
}
