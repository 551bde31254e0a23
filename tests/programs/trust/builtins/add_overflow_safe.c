// expect: safe
// ring: first
// must: decided
// because: the sum wraps and is stored
extern void reach_error(void);
int main(void) {
  int r = 0;
  int o = __builtin_add_overflow(2147483647, 1, &r);
  if (!(o == 1 && r == -2147483647 - 1))
      reach_error();
  return 0;
}
