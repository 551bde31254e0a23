// expect: unsafe
// because: in GNU C inline without extern is an external definition
extern void reach_error(void);
inline __attribute__((gnu_inline)) int f(void) { return 1; }
int main(void) {
  if (f() == 1)
    reach_error();
  return 0;
}
