// expect: safe
// because: the fortified function adds as well
extern void reach_error(void);
int main(void) {
  char b[8] = "ab";
  __builtin___strcat_chk(b, "cd", 8);
  if (!(b[3] == 'd' && b[4] == 0))
      reach_error();
  return 0;
}
