// expect: safe
// because: redundant sign bits
extern void reach_error(void);
int main(void) {
  if (!(__builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30))
      reach_error();
  return 0;
}
