// expect: unsafe
// run: -> error
// because: gcc reads it; a reader that says it is clang would not see the call
extern void reach_error(void);
int index = 1;
static int log(int x) { return x + index; }
int main(void) {
#if !defined(__clang__) && !defined(__has_feature) && __GNUC__ == 12
  if (log(2) == 3) reach_error();
#endif
  return 0;
}
