// expect: unsafe
// because: the call is passed on
extern void reach_error(void);
static __attribute__((noinline)) int real(int n) { return n * 2; }
static __attribute__((noinline)) int twice(int n) {
  void *r = __builtin_apply((void (*)())real, __builtin_apply_args(), 64);
  __builtin_return(r);
}
int main(void) {
  if (twice(4) == 8)
      reach_error();
  return 0;
}
