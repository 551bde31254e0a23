// expect: safe
// ring: first
// truth: -fno-builtin
// because: the program defines its own abs
extern void reach_error(void);
int abs(int n) { return 7; }
int main(void) {
  if (abs(-3) != 7)
      reach_error();
  return 0;
}
