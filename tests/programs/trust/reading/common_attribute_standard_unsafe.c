// expect: unsafe
// with: common_initialised.other.c
// unless: common
// because: another file may initialise a common variable
extern void reach_error(void);
[[gnu::__common__]] int g;
int main(void) {
  if (g == 3)
    reach_error();
  return 0;
}
