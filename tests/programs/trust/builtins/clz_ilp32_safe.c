// expect: safe
// must: decided
// options: --data-model ILP32
// because: leading zeros of 32 bits
extern void reach_error(void);
int main(void) {
  if (__builtin_clzl(1ul) != 31)
      reach_error();
  return 0;
}
