// expect: safe
// must: decided
// with: extern_variable.other.c
// because: no number is both
extern void reach_error(void);
extern int level;
int main(void) {
  if (level > 5 && level < 5)
    reach_error();
  return 0;
}
