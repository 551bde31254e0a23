// expect: unsafe
// ring: first
// with: extern_changed_by_call.other.c
// because: the other file changes its variable
extern void reach_error(void);
extern int level;
extern void step(void);
int main(void) {
  int a = level;
  step();
  if (a != level)
    reach_error();
  return 0;
}
