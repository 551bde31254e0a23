// expect: safe
// must: decided
// because: gcc does not know the attribute
extern void reach_error(void);
#if !__has_attribute(overloadable)
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
