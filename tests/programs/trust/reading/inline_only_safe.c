// expect: safe
// with: inline_only.other.c
// truth: -fno-inline
// because: the linker never sees a definition that is only inline
extern void reach_error(void);
inline int f(void) { return 1; }
int main(void) {
  if (f() != 1 && f() != 2)
    reach_error();
  return 0;
}
