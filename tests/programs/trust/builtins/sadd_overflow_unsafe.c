// expect: unsafe
// because: the sum is stored
extern void reach_error(void);
int main(void) {
  int r = 9;
  int o = __builtin_sadd_overflow(1, 2, &r);
  if (o == 0 && r == 3)
      reach_error();
  return 0;
}
