// expect: unsafe
// because: elements lie in order
extern void reach_error(void);
int main(void) {
  int a[2] = {1, 2};
  int *p = &a[0], *q = &a[1];
  if (p < q)
    reach_error();
  return 0;
}
