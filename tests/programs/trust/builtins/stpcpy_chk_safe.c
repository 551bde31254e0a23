// expect: safe
// because: the fortified function gives the end
extern void reach_error(void);
int main(void) {
  char b[8] = "-------";
  char *p = __builtin___stpcpy_chk(b, "ab", 8);
  if (p != b + 2)
      reach_error();
  return 0;
}
