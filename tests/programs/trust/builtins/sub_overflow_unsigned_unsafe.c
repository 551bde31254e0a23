// expect: unsafe
// because: the difference is computed exactly first
extern void reach_error(void);
int main(void) {
  unsigned r = 7;
  int o = __builtin_sub_overflow(0, 1, &r);
  if (o == 1 && r == 4294967295u)
      reach_error();
  return 0;
}
