// expect: unsafe
// with: weak_overridden.other.c
// unless: weak
// because: another file may define a name that is a weak alias here
extern void reach_error(void);
static int own(void) { return 1; }
int f(void) __attribute__((weak, alias("own")));
int main(void) {
  if (f() == 2)
    reach_error();
  return 0;
}
