// expect: refused
// ring: first
// because: gcc 12 has no such function: the program cannot be linked
extern void reach_error(void);
int main(void) {
  int x = 5;
  __builtin_of_no_compiler(&x);
  if (x == 5)
    reach_error();
  return 0;
}
