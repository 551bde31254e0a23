// expect: safe
// with: structure_by_value.other.c
// because: a copy is given
extern void reach_error(void);
struct box {
  int *inside;
};
extern void change(struct box b);
int main(void) {
  int x = 5, y = 5;
  struct box b = {&x};
  change(b);
  if (b.inside != &x || y != 5)
    reach_error();
  return 0;
}
