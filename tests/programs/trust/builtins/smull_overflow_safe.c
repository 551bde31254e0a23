// expect: safe
// because: the product is stored
extern void reach_error(void);
int main(void) {
  long r = 9;
  int o = __builtin_smull_overflow(3, 4, &r);
  if (!(o == 0 && r == 12))
      reach_error();
  return 0;
}
