// expect: safe
// must: decided
// because: gcc 12 reads gnu17
extern void reach_error(void);
#if __STDC_VERSION__ == 201710L
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
