// expect: safe
// ring: first
// with: through_structure.other.c
// because: y is not reachable from the argument
extern void reach_error(void);
struct box {
  int *inside;
};
extern void change(struct box *p);
int main(void) {
  int x = 5, y = 5;
  struct box b = {&x};
  change(&b);
  if (y != 5)
    reach_error();
  return 0;
}
