// expect: unsafe
// with: inline_only.other.c
// unless: inline
// truth: -fno-inline
// because: in GNU C extern inline is the one that the linker never sees
extern void reach_error(void);
extern inline __attribute__((gnu_inline)) int f(void) { return 1; }
int f(void);
int main(void) {
  if (f() == 2)
    reach_error();
  return 0;
}
