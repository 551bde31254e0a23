// expect: unsafe
// with: weak_overridden.other.c
// unless: weak
// because: the spelling of an attribute makes no difference
extern void reach_error(void);
[[gnu::cold, __gnu__::__weak__]] int f(void) { return 1; }
int main(void) {
  if (f() == 2)
    reach_error();
  return 0;
}
