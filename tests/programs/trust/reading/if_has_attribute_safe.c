// expect: safe
// must: decided
// because: gcc knows the attribute
extern void reach_error(void);
#if __has_attribute(scalar_storage_order)
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
