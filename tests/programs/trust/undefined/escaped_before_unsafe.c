// expect: unsafe
// ring: first
// with: escaped_before.other.c
// because: the first function may have kept the address for the second
extern void reach_error(void);
extern void keep(int *p);
extern void change(void);
int main(void) {
  int x = 5;
  keep(&x);
  x = 5;
  change();
  if (x != 5)
    reach_error();
  return 0;
}
