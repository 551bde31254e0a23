// expect: unsafe
// truth: -O0 only
// because: gcc places the second global behind the first, not before it
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  int *end = &b + 1, *next = &a;
  if (!((word)end == (word)next))
    reach_error();
}
