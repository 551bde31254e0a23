// expect: unsafe
// must: decided
// with: extern_variable.other.c
// because: another file defines the variable
extern void reach_error(void);
extern int level;
int main(void) {
  if (level == 5)
    reach_error();
  return 0;
}
