// expect: safe
// truth: -O0 only
// because: each active call has its own object
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
  int found = same(0, 3);
  if (!(!found))
    reach_error();
}
