// expect: unsafe
// with: common.other.c
// because: another file gives the common variable its value
extern void reach_error(void);
extern int level;
int main(void) {
  if (level != 0)
    reach_error();
  return 0;
}
