// expect: safe
// with: unused_result.other.c
// because: y was not given away
extern void reach_error(void);
extern int sum(int *p, int n);
int main(void) {
  int x = 5, y = 5;
  (void)sum(&x, 1);
  if (y != 5)
    reach_error();
  return 0;
}
