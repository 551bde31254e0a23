// expect: safe
// with: weak_overridden.other.c
// because: the spelling of an attribute makes no difference
extern void reach_error(void);
[[gnu::cold, __gnu__::__weak__]] int f(void) { return 1; }
int main(void) {
  if (f() != 1 && f() != 2)
    reach_error();
  return 0;
}
