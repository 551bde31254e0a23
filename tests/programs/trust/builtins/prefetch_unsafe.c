// expect: unsafe
// because: nothing is written
extern void reach_error(void);
int main(void) {
  int x = 5;
  __builtin_prefetch(&x);
  if (x == 5)
      reach_error();
  return 0;
}
