// expect: unsafe
// with: structure_by_value.other.c
// because: the copy leads to x
extern void reach_error(void);
struct box {
  int *inside;
};
extern void change(struct box b);
int main(void) {
  int x = 5;
  struct box b = {&x};
  change(b);
  if (x != 5)
    reach_error();
  return 0;
}
