// expect: refused
// because: gcc 12 has no such function: the program cannot be linked
extern void reach_error(void);
int main(void) {
  int x = 5, y = 6;
  __builtin_memcpy_inline(&x, &y, sizeof x);
  if (x == 6)
    reach_error();
  return 0;
}
