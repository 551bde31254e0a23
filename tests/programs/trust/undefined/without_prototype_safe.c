// expect: safe
// ring: first
// with: without_prototype.other.c
// because: y was not given away
extern void reach_error(void);
extern int change();
int main(void) {
  int x = 5, y = 5;
  change(3, &x);
  if (y != 5)
    reach_error();
  return 0;
}
