// expect: safe
// because: one result
extern void reach_error(void);
__attribute__((weak)) int f(void) { return 1; }
int main(void) {
  int n = f();
  if (n != n)
    reach_error();
  return 0;
}
