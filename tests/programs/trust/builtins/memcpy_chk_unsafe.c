// expect: unsafe
// ring: first
// because: the fortified function copies as well
extern void reach_error(void);
int main(void) {
  int x = 5, y = 6;
  __builtin___memcpy_chk(&x, &y, sizeof x, sizeof x);
  if (x == 6)
      reach_error();
  return 0;
}
