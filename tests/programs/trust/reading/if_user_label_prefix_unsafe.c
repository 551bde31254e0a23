// expect: unsafe
// must: decided
// because: macros of gcc
extern void reach_error(void);
#if defined __USER_LABEL_PREFIX__ && defined __REGISTER_PREFIX__
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen == 1)
      reach_error();
  return 0;
}
