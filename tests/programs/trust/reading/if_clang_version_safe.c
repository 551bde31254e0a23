// expect: safe
// must: decided
// because: the compiler is not clang
extern void reach_error(void);
#if !defined __clang_major__ && !defined __clang_version__ && !defined __llvm__
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
