// expect: unsafe
// because: the fortified function copies as well
extern void reach_error(void);
int main(void) {
  char b[8] = "-------";
  __builtin___strcpy_chk(b, "ab", 8);
  if (b[0] == 'a' && b[2] == 0)
      reach_error();
  return 0;
}
