// expect: unsafe
// truth: -O0 only
// because: going down from the second global in steps of its alignment comes to the first
extern void reach_error(void);
typedef unsigned long word;
int x = 5, y = 6;
int main(void) {
  word n = (word)&y;
  for (int i = 0; i < 100 && n != (word)&x; i++)
    n -= 4;
  if (n == (word)&x)
    *(int *)n = 7;
  if (!(x == 5))
    reach_error();
}
