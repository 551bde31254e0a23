// expect: safe
// must: decided
// options: --data-model ILP32
// because: the data model is ILP32
extern void reach_error(void);
#if __SIZEOF_LONG__ == 4 && !defined __x86_64__ && defined __i386__
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
