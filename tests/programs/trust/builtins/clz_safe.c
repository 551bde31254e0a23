// expect: safe
// must: decided
// because: leading zeros
extern void reach_error(void);
int main(void) {
  if (!(__builtin_clz(1u) == 31 && __builtin_clzl(1ul) == 63))
      reach_error();
  return 0;
}
