// expect: safe
// because: main has a frame
extern void reach_error(void);
int main(void) {
  if (__builtin_frame_address(0) == 0)
      reach_error();
  return 0;
}
