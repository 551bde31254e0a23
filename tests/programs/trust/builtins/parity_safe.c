// expect: safe
// because: parity and number of bits
extern void reach_error(void);
int main(void) {
  if (!(__builtin_parity(7u) == 1 && __builtin_popcount(255u) == 8))
      reach_error();
  return 0;
}
