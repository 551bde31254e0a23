// expect: safe
// truth: -O0 only
// because: the outer local is not the inner one
extern void reach_error(void);
typedef unsigned long word;
static word kept;
static void keep(void) { int x = 5, *p = &x; kept = (word)p; }
static int use(void) {
  int y = 5, *p = &y;
  if (kept == (word)p)
    *(int *)kept = 7;
  return y;
}
int main(void) {
  int z = 6, *p = &z;
  kept = (word)p;
  if (!(use() == 5))
    reach_error();
}
