// expect: unsafe
// must: decided
// because: macros of gcc
extern void reach_error(void);
#if defined __GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 && defined __GCC_IEC_559
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen == 1)
      reach_error();
  return 0;
}
