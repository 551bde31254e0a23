// expect: unsafe
// must: decided
// because: the header is there
extern void reach_error(void);
#if __has_include(<stdatomic.h>) && !__has_include(<nowhere.h>)
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen == 1)
      reach_error();
  return 0;
}
