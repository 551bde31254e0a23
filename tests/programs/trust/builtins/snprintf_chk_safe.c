// expect: safe
// ring: first
// because: the fortified function writes as well
extern void reach_error(void);
int main(void) {
  char b[8] = "-------";
  int n = __builtin___snprintf_chk(b, 8, 0, 8, "%d", 42);
  if (!(n == 2 && b[0] == '4' && b[2] == 0))
      reach_error();
  return 0;
}
