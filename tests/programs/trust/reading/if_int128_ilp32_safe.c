// expect: safe
// must: decided
// options: --data-model ILP32
// because: no 128 bits there
extern void reach_error(void);
#if !defined __SIZEOF_INT128__
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
