// expect: safe
// because: an odd number is no pointer to an int
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
static int value(word n) { return n & 1 ? (int)(n >> 1) : *(int *)n; }
int main(void) {
  if (!(value((word)&x) == 5))
    reach_error();
  if (!(value(2 * 21 + 1) == 21))
    reach_error();
}
