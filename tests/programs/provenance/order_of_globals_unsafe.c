// expect: unsafe
// truth: -O0 only
// because: gcc places the first global below the second
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  int *p = &a, *q = &b;
  if (!((word)p > (word)q))
    reach_error();
}
