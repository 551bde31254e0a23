// expect: safe
// ring: first
// because: the resolver chooses the function
extern void reach_error(void);
static int second(void) { return 2; }
static int (*choose(void))(void) { return second; }
int a(void) __attribute__((ifunc("choose")));
int main(void) {
  if (a() != 2)
    reach_error();
  return 0;
}
