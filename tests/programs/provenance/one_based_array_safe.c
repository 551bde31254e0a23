// expect: safe
// because: the base before the array is only added to
extern void reach_error(void);
int a[3] = {1, 2, 3};
int main(void) {
  int *base = a - 1, sum = 0;
  for (int i = 1; i <= 3; i++)
    sum += base[i] * i;
  if (!(sum == 14))
    reach_error();
}
