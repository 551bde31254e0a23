// expect: safe
// run: -> end 0
// because: gcc reads it; a reader that says it is clang would see the call
extern void reach_error(void);
int index = 1;
static int log(int x) { return x + index; }
int main(void) {
#if defined(__clang__) || defined(__has_feature) || __GNUC__ != 12
  reach_error();
#endif
  if (log(2) != 3) reach_error();
  return 0;
}
