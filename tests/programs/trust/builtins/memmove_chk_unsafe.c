// expect: unsafe
// because: the fortified function copies as well
extern void reach_error(void);
int main(void) {
  char b[] = "abc";
  __builtin___memmove_chk(b + 1, b, 2, 3);
  if (b[2] == 'b')
      reach_error();
  return 0;
}
