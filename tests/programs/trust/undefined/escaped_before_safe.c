// expect: safe
// ring: first
// with: escaped_before.other.c
// because: only the kept variable can change
extern void reach_error(void);
extern void keep(int *p);
extern void change(void);
int main(void) {
  int x = 5, y = 5;
  keep(&x);
  change();
  if (y != 5)
    reach_error();
  return 0;
}
