// expect: unsafe
// options: --data-model LP64
// because: the test finds the tag that was set
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word n = (word)&x | 1UL << 63;
  if (!((long)n >= 0))
    reach_error();
  n &= ~(1UL << 63);
  if (!(*(int *)n == 5))
    reach_error();
}
