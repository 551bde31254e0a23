// expect: unsafe
// must: decided
// because: size_t is unsigned long
extern void reach_error(void);
int main(void) {
  if (_Generic(sizeof 1, unsigned long: 1, unsigned int: 2, default: 3) == 1)
      reach_error();
  return 0;
}
