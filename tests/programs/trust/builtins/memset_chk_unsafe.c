// expect: unsafe
// because: the fortified function writes as well
extern void reach_error(void);
int main(void) {
  int x = 5;
  __builtin___memset_chk(&x, 0, sizeof x, sizeof x);
  if (x == 0)
      reach_error();
  return 0;
}
