// expect: safe
// ring: first
// with: variadic.other.c
// because: y was not given away
extern void reach_error(void);
extern void change(int n, ...);
int main(void) {
  int x = 5, y = 5;
  change(1, &x);
  if (y != 5)
    reach_error();
  return 0;
}
