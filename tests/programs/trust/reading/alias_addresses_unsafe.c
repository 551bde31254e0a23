// expect: unsafe
// because: both names are one variable
extern void reach_error(void);
int b = 5;
extern int a __attribute__((alias("b")));
int main(void) {
  int *volatile p = &a, *volatile q = &b;
  if (p == q)
    reach_error();
  return 0;
}
