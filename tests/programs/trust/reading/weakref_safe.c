// expect: safe
// ring: first
// because: a refers to b
extern void reach_error(void);
int b(void) { return 1; }
static int a(void) __attribute__((weakref("b")));
int main(void) {
  if (a() != 1)
    reach_error();
  return 0;
}
