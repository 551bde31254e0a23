// expect: safe
// with: escaped_by_global.other.c
// because: the address is nowhere
extern void reach_error(void);
extern void change(void);
int *where;
int main(void) {
  int x = 5;
  change();
  if (x != 5)
    reach_error();
  return 0;
}
