// expect: safe
// ring: first
// because: nothing is known of a parameter
extern void reach_error(void);
static __attribute__((noinline)) unsigned long size(char *p) {
  return __builtin_object_size(*(char **)&p, 0);
}
int main(void) {
  if (size(0) != (unsigned long)-1)
      reach_error();
  return 0;
}
