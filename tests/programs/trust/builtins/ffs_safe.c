// expect: safe
// because: first bit set
extern void reach_error(void);
int main(void) {
  if (!(__builtin_ffs(0) == 0 && __builtin_ffs(8) == 4))
      reach_error();
  return 0;
}
