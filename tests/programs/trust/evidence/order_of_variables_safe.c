// expect: safe
// because: two variables have two places
extern void reach_error(void);
int main(void) {
  int a = 1, b = 2;
  int *p = &a, *q = &b;
  if (p == q)
    reach_error();
  return 0;
}
