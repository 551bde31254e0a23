// expect: safe
// options: --volatile plain
// because: signbit says nonzero, which number is left open
extern void reach_error(void);
int main(void) {
  volatile float x = -1.0f;
  if (__builtin_signbitf(-1.0f) == 0)
    reach_error();
  return 0;
}
