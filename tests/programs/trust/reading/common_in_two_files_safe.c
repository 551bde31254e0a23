// expect: safe
// with: common.other.c
// because: never both
extern void reach_error(void);
extern int level;
int main(void) {
  if (level != 0 && level == 0)
    reach_error();
  return 0;
}
