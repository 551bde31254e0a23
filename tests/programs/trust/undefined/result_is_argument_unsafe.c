// expect: unsafe
// with: result_is_argument.other.c
// because: the result may be the argument
extern void reach_error(void);
extern int *same(int *p);
int main(void) {
  int x = 5;
  *same(&x) = 6;
  if (x != 5)
    reach_error();
  return 0;
}
