// expect: unsafe
// because: zero is the last class
extern void reach_error(void);
int main(void) {
  if (__builtin_fpclassify(0, 1, 2, 3, 4, 0.0) == 4 && __builtin_signbit(-0.0) != 0)
      reach_error();
  return 0;
}
