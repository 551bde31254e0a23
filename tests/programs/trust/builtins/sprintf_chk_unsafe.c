// expect: unsafe
// ring: first
// because: the fortified function writes as well
extern void reach_error(void);
int main(void) {
  char b[8] = "-------";
  __builtin___sprintf_chk(b, 0, 8, "%s", "hi");
  if (b[0] == 'h' && b[2] == 0)
      reach_error();
  return 0;
}
