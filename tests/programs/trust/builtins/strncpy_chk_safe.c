// expect: safe
// because: the fortified function copies as well
extern void reach_error(void);
int main(void) {
  char b[4] = "---";
  __builtin___strncpy_chk(b, "a", 3, 4);
  if (!(b[0] == 'a' && b[2] == 0))
      reach_error();
  return 0;
}
