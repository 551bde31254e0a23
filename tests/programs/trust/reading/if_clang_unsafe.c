// expect: unsafe
// ring: first
// must: decided
// because: the compiler is not clang
extern void reach_error(void);
#if !defined __clang__
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen == 1)
      reach_error();
  return 0;
}
