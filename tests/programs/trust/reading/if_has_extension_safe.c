// expect: safe
// must: decided
// because: gcc 12 has no __has_extension
extern void reach_error(void);
#if !defined __has_extension
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
