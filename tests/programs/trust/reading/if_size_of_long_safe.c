// expect: safe
// must: decided
// because: the data model is LP64
extern void reach_error(void);
#if __SIZEOF_LONG__ == 8 && __LONG_WIDTH__ == 64
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
