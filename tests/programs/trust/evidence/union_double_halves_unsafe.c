// expect: unsafe
// because: the bits of 1.0
extern void reach_error(void);
union both {
  double d;
  unsigned u[2];
};
int main(void) {
  union both x;
  x.d = 1.0;
  if (x.u[1] == 0x3ff00000u && x.u[0] == 0)
      reach_error();
  return 0;
}
