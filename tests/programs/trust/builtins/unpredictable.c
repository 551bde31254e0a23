// expect: refused
// because: gcc 12 has no such function: the program cannot be linked
extern void reach_error(void);
int main(void) {
  if (__builtin_unpredictable(1))
    reach_error();
  return 0;
}
