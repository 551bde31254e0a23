// expect: safe
// must: decided
// because: a header is chosen by the compiler's name
extern void reach_error(void);
#ifdef __clang__
enum { chosen = 0 };
#elif __GNUC__ >= 12
enum { chosen = 12 };
#else
enum { chosen = 1 };
#endif
int main(void) {
  if (chosen != 12)
      reach_error();
  return 0;
}
