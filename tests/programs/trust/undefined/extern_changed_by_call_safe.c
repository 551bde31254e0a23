// expect: safe
// ring: first
// with: extern_changed_by_call.other.c
// because: nothing happens in between
extern void reach_error(void);
extern int level;
extern void step(void);
int main(void) {
  int a = level;
  int b = level;
  if (a != b)
    reach_error();
  return 0;
}
