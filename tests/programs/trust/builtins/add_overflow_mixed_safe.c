// expect: safe
// because: the type of the result counts
extern void reach_error(void);
int main(void) {
  signed char r = 0;
  int o = __builtin_add_overflow(100, 100ul, &r);
  if (!(o == 1 && r == -56))
      reach_error();
  return 0;
}
