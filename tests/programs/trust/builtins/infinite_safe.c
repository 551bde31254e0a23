// expect: safe
// because: the infinite number
extern void reach_error(void);
int main(void) {
  if (!(__builtin_inf() > 1e308 && __builtin_isinf_sign(-__builtin_inf()) == -1))
      reach_error();
  return 0;
}
