// expect: unsafe
// because: the pragma forbids a name only
extern void reach_error(void);
int main(void) {
  _Pragma("GCC poison never_used") int x = 5;
  if (x == 5)
      reach_error();
  return 0;
}
