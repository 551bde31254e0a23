// expect: safe
// with: result_is_argument.other.c
// because: y was not given away
extern void reach_error(void);
extern int *same(int *p);
int main(void) {
  int x = 5, y = 5;
  *same(&x) = 6;
  if (y != 5)
    reach_error();
  return 0;
}
