// expect: safe
// because: the fortified function copies as well
extern void reach_error(void);
int main(void) {
  char b[] = "abc";
  char *p = __builtin___mempcpy_chk(b, "xy", 2, 4);
  if (!(p == b + 2 && b[0] == 'x'))
      reach_error();
  return 0;
}
