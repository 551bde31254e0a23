// expect: safe
// options: --data-model ILP32
// truth: -O0 only
// because: four times 2^32 - 1 is -4 in 32 bits
extern void reach_error(void);
int a[3] = {1, 2, 3};
int main(void) {
  unsigned i = 0;
  i--;
  int *p = a + 1;
  if (!(p[i] == 1))
    reach_error();
}
