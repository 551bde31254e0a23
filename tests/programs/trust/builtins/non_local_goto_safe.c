// expect: safe
// because: the jump comes back
extern void reach_error(void);
static __attribute__((noinline)) void jump(void **b) { __builtin_longjmp(b, 1); }
int main(void) {
  static void *b[5];
  if (__builtin_setjmp(b) == 0)
    jump(b);
  int x = 5;
  if (x != 5)
      reach_error();
  return 0;
}
