// expect: safe
// truth: -O0 only
// because: the local of a caller is not that of the called function
extern void reach_error(void);
typedef unsigned long word;
static word inner(void) { int x = 1; int *p = &x; return (word)p; }
int main(void) {
  int x = 5;
  word first = (word)&x, second = inner();
  if (!(first != second))
    reach_error();
}
