// expect: safe
// must: decided
// because: there are no blocks
extern void reach_error(void);
#if !defined __BLOCKS__ && !defined __block
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
