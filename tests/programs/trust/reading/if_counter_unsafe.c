// expect: unsafe
// must: decided
// because: the counter counts
extern void reach_error(void);
#if __COUNTER__ == 0 && __COUNTER__ == 1
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen == 1)
      reach_error();
  return 0;
}
