// expect: unsafe
// options: --data-model ILP32
// truth: -O0 only
// because: the element before it is another one
extern void reach_error(void);
int a[3] = {1, 2, 3};
int main(void) {
  unsigned i = 0;
  i--;
  int *p = a + 2;
  if (!(p[i] == 1))
    reach_error();
}
