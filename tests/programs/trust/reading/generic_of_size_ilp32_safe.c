// expect: safe
// must: decided
// options: --data-model ILP32
// because: size_t is unsigned int there
extern void reach_error(void);
int main(void) {
  if (_Generic(sizeof 1, unsigned long: 1, unsigned int: 2, default: 3) != 2)
      reach_error();
  return 0;
}
