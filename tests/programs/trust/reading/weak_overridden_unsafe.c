// expect: unsafe
// with: weak_overridden.other.c
// unless: weak
// because: another file may define it for good
extern void reach_error(void);
__attribute__((weak)) int f(void) { return 1; }
int main(void) {
  if (f() == 2)
    reach_error();
  return 0;
}
