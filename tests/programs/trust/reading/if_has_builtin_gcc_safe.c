// expect: safe
// must: decided
// because: gcc has __builtin_va_arg_pack
extern void reach_error(void);
#if __has_builtin(__builtin_va_arg_pack)
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
