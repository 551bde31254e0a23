// expect: safe
// with: common_initialised.other.c
// because: another file may initialise a common variable
extern void reach_error(void);
[[gnu::__common__]] int g;
int main(void) {
  if (g != 0 && g != 3)
    reach_error();
  return 0;
}
