// expect: unsafe
// because: the distance goes the other way
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  word distance = (word)&b - (word)&a;
  int *p = (int *)((word)&a - distance);
  if (!(p == &b))
    reach_error();
}
