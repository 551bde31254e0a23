// expect: safe
// ring: first
// must: decided
// because: gcc 12 has no __builtin_assume
extern void reach_error(void);
#if defined __has_builtin && !__has_builtin(__builtin_assume)
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
