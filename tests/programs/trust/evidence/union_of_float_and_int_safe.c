// expect: safe
// ring: first
// because: the bits are those of -1
extern void reach_error(void);
union both {
  float f;
  int i;
};
int main(void) {
  union both x;
  x.i = (int)0xbf800000;
  if (!(x.f < 0 && x.f == -1.0f))
      reach_error();
  return 0;
}
