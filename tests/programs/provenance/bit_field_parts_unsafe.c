// expect: unsafe
// options: --data-model ILP32
// because: the upper part is cut off
extern void reach_error(void);
typedef unsigned long word;
struct parts { word low : 12; word high : 8 * sizeof(word) - 20; };
int main(void) {
  int x = 5;
  struct parts n;
  n.low = (word)&x;
  n.high = (word)&x >> 12;
  int *p = (int *)((word)n.high << 12 | n.low);
  if (!(p == &x))
    reach_error();
}
