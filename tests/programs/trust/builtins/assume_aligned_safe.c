// expect: safe
// because: the pointer stays the same
extern void reach_error(void);
int main(void) {
  int x = 5;
  int *p = __builtin_assume_aligned(&x, 4);
  if (!(p == &x && *p == 5))
      reach_error();
  return 0;
}
