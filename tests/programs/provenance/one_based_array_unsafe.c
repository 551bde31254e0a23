// expect: unsafe
// because: the first element is not the zeroth
extern void reach_error(void);
int a[3] = {1, 2, 3};
int main(void) {
  int *base = a - 1, sum = 0;
  for (int i = 1; i <= 3; i++)
    sum += base[i] * i;
  if (!(sum == 8))
    reach_error();
}
