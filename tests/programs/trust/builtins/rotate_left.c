// expect: refused
// because: gcc 12 has no such function: the program cannot be linked
extern void reach_error(void);
int main(void) {
  unsigned x = 1;
  if (__builtin_rotateleft32(x, 1) != 2)
    reach_error();
  return 0;
}
