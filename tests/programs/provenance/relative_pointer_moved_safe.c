// expect: safe
// because: offsets inside a record stay right when it is copied
extern void reach_error(void);
struct record { int offset; int value; };
int main(void) {
  struct record r = {0, 5}, copy;
  r.offset = (int)((char *)&r.value - (char *)&r);
  copy = r;
  copy.value = 6;
  int *p = (int *)((char *)&copy + copy.offset);
  if (!(*p == 6))
    reach_error();
}
