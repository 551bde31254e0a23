// expect: refused
// because: gcc 12 has no such function: the program cannot be linked
extern void reach_error(void);
int main(void) {
  __builtin_debugtrap();
  reach_error();
  return 0;
}
