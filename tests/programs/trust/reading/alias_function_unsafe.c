// expect: unsafe
// ring: first
// because: a is an alias of b
extern void reach_error(void);
static int b(void) { return 1; }
int a(void) __attribute__((alias("b")));
int main(void) {
  if (a() == 1)
    reach_error();
  return 0;
}
