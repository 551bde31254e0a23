// expect: unsafe
// ring: first
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int y0;
int main(void) {
  y0 = 3;
  if (y0 == 3)
      reach_error();
  return 0;
}
