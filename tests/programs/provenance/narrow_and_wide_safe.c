// expect: safe
// options: --data-model LP64
// because: nothing is cut off by a shift up and down again inside of the upper zeros
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int x = 5, *p = &x;
  word n = (word)p << 16 >> 16;
  if (!((int *)n == p))
    reach_error();
}
