// expect: safe
// truth: -O0 only
// because: every call sees the same object
extern void reach_error(void);
typedef unsigned long word;
static word place(int depth) {
  static int x;
  int *p = &x;
  return depth ? place(depth - 1) : (word)p;
}
int main(void) {
  if (!(place(0) == place(1)))
    reach_error();
}
