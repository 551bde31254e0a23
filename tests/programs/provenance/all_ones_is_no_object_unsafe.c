// expect: unsafe
// because: a shift leaves no ones
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word n = ~(word)0;
  n = n << 1 ^ n ^ 1;
  int *p = (int *)n;
  if (!(p != &x && p != 0))
    reach_error();
}
