// expect: unsafe
// must: decided
// because: ordinary compilation
extern void reach_error(void);
#if !defined __SANITIZE_ADDRESS__ && !defined __OPTIMIZE__ || defined __OPTIMIZE__
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen == 1)
      reach_error();
  return 0;
}
