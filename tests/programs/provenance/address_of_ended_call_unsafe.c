// expect: unsafe
// truth: -O0 only
// because: two calls in a row may use the same memory
extern void reach_error(void);
typedef unsigned long word;
static word inner(void) { int x = 1; int *p = &x; return (word)p; }
int main(void) {
  int x = 5;
  word first = inner(), second = inner();
  if (!(first != second))
    reach_error();
}
