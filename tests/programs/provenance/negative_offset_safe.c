// expect: safe
// because: the element before the third is the second
extern void reach_error(void);
int a[3] = {1, 2, 3};
int main(void) {
  int *p = &a[2], i = -1;
  if (!(p[i] == 2))
    reach_error();
  if (!(*(p + i + i) == 1))
    reach_error();
}
