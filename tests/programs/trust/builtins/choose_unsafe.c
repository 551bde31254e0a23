// expect: unsafe
// because: chosen when compiled
extern void reach_error(void);
int main(void) {
  if (__builtin_choose_expr(1, 3, "x") == 3)
      reach_error();
  return 0;
}
