// expect: safe
// because: the value stays the same
extern void reach_error(void);
int main(void) {
  int x = 5;
  if (!(__builtin_expect(x == 5, 0) == 1 && __builtin_expect_with_probability(x, 5, 0.5) == 5))
      reach_error();
  return 0;
}
