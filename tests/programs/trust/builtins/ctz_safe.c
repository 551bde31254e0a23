// expect: safe
// must: decided
// because: trailing zeros
extern void reach_error(void);
int main(void) {
  if (!(__builtin_ctz(8u) == 3 && __builtin_ctzll(1ull << 40) == 40))
      reach_error();
  return 0;
}
