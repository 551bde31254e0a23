// expect: unsafe
// truth: -O0 only
// because: without optimisation gcc puts functions at odd addresses, too
extern void reach_error(void);
typedef unsigned long word;
static int one(void) { return 1; }
static int two(void) { return 2; }
static int three(void) { return one() - two(); }
static int four(void) { return 4; }
int main(void) {
  word all = (word)one | (word)two | (word)three | (word)four;
  if (!((all & 1) == 0))
    reach_error();
}
