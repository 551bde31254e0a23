// expect: unsafe
// because: the directive moves the position
extern void reach_error(void);
int main(void) {
  int x = 5;
  #line 900 "other.h"
  if (__LINE__ > 800 && x == 5)
      reach_error();
  return 0;
}
