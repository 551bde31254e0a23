// expect: unsafe
// because: the copy leads to itself, not to the original
extern void reach_error(void);
struct record { int offset; int value; };
int main(void) {
  struct record r = {0, 5}, copy;
  r.offset = (int)((char *)&r.value - (char *)&r);
  copy = r;
  copy.value = 6;
  int *p = (int *)((char *)&copy + copy.offset);
  if (!(*p == 5))
    reach_error();
}
