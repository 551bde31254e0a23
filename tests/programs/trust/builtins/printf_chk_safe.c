// expect: safe
// because: the fortified function gives the length
extern void reach_error(void);
int main(void) {
  int n = __builtin___printf_chk(0, "abc\n");
  if (n != 4)
      reach_error();
  return 0;
}
