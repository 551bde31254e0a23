// expect: safe
// must: decided
// because: the compiler is gcc 12.2
extern void reach_error(void);
#if __GNUC_MINOR__ == 2
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
