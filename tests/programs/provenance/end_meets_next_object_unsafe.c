// expect: unsafe
// truth: -O0 only
// because: gcc places the second global right behind the first
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  int *end = &a + 1, *next = &b;
  if (!((word)end != (word)next))
    reach_error();
}
