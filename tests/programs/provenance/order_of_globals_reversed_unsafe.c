// expect: unsafe
// truth: -O0 only
// because: gcc places the first global below the second; the order of the declarations decides
extern void reach_error(void);
int a = 1, b = 2;
int main(void) {
  int *p = &b, *q = &a;
  if (!(p < q))
    reach_error();
}
