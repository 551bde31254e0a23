// expect: safe
// must: decided
// because: the optional parts are there
extern void reach_error(void);
#if !defined __STDC_NO_ATOMICS__ && !defined __STDC_NO_VLA__
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
