// expect: unsafe
// truth: -O0 only
// because: it leaves out the first element
extern void reach_error(void);
int a[4] = {1, 2, 3, 4};
int main(void) {
  int sum = 0;
  for (int *p = a + 3; p > a; p--)
    sum += *p;
  if (!(sum == 10))
    reach_error();
}
