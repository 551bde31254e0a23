// expect: unsafe
// with: unused_result.other.c
// because: a result that nobody uses says nothing about effects
extern void reach_error(void);
extern int sum(int *p, int n);
int main(void) {
  int x = 5;
  (void)sum(&x, 1);
  if (x != 5)
    reach_error();
  return 0;
}
