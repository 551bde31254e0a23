// expect: unsafe
// because: one of the definitions is called
extern void reach_error(void);
extern inline __attribute__((gnu_inline)) int f(void) { return 1; }
int f(void) { return 2; }
int main(void) {
  if (f() == 2 || f() == 1)
      reach_error();
  return 0;
}
