// expect: safe
// because: nobody knows where y is
extern void reach_error(void);
int main(void) {
  int x = 1, y = 1;
  int *volatile p = &x;
  *p = 5;
  if (y != 1)
    reach_error();
  return 0;
}
