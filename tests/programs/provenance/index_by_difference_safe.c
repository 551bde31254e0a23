// expect: safe
// because: the difference of two elements is a number of elements
extern void reach_error(void);
int a[8];
int main(void) {
  int *p = &a[1], *q = &a[6];
  long n = q - p;
  if (!(n == 5))
    reach_error();
}
