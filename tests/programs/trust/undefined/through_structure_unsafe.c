// expect: unsafe
// ring: first
// with: through_structure.other.c
// because: x is reachable from the argument
extern void reach_error(void);
struct box {
  int *inside;
};
extern void change(struct box *p);
int main(void) {
  int x = 5;
  struct box b = {&x};
  change(&b);
  if (x != 5)
    reach_error();
  return 0;
}
