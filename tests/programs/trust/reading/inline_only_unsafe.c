// expect: unsafe
// with: inline_only.other.c
// unless: inline
// truth: -fno-inline
// because: the linker never sees a definition that is only inline
extern void reach_error(void);
inline int f(void) { return 1; }
int main(void) {
  if (f() == 2)
    reach_error();
  return 0;
}
