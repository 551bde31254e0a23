// expect: safe
// ring: first
// must: decided
// because: gcc does not see the line
extern void reach_error(void);
int main(void) {
  int x = 5;
  #ifdef __has_feature
  #if __has_feature(c_generic_selections)
  x = 6;
  #endif
  #endif
  if (x != 5)
      reach_error();
  return 0;
}
