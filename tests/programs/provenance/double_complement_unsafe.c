// expect: unsafe
// because: a complement and a minus differ by one
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word n = ~(word)&x;
  n = -n;
  if (!((int *)n == &x))
    reach_error();
}
