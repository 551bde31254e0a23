// expect: unsafe
// options: --data-model ILP32
// because: an even one loses the top bit, which the stack of 32 bits uses
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int x = 5;
  word n = (word)&x * 2;
  n /= 2;
  if (!((int *)n == &x))
    reach_error();
}
