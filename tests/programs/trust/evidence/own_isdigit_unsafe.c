// expect: unsafe
// truth: -fno-builtin
// because: the program defines its own isdigit
extern void reach_error(void);
int isdigit(int c) { return 1; }
int main(void) {
  if (isdigit('x') == 1)
      reach_error();
  return 0;
}
