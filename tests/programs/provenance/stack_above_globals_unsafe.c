// expect: unsafe
// because: on Linux the stack is above the globals
extern void reach_error(void);
typedef unsigned long word;
int x = 1;
int main(void) {
  int y = 2;
  word m = (word)&x, n = (word)&y;
  if (!(m > n))
    reach_error();
}
