// expect: unsafe
// with: escaped_by_global.other.c
// because: a global pointer leads to the variable
extern void reach_error(void);
extern void change(void);
int *where;
int main(void) {
  int x = 5;
  where = &x;
  change();
  if (x != 5)
    reach_error();
  return 0;
}
