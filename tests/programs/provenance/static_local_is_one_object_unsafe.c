// expect: unsafe
// truth: -O0 only
// because: a local of each call is its own
extern void reach_error(void);
typedef unsigned long word;
static word place(int depth) {
   int x;
  int *p = &x;
  return depth ? place(depth - 1) : (word)p;
}
int main(void) {
  if (!(place(0) == place(1)))
    reach_error();
}
