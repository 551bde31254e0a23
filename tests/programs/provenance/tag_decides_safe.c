// expect: safe
// because: only one of the two tagged pointers has its bit set
extern void reach_error(void);
typedef unsigned long word;
int x = 1, y = 2;
static int value(word n) { return n & 1 ? -*(int *)(n & ~(word)1) : *(int *)n; }
int main(void) {
  word first = (word)&x | 1, second = (word)&y;
  if (!(value(first) + value(second) == 1))
    reach_error();
}
