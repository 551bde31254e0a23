// expect: safe
// ring: first
// because: f is g for the linker
extern void reach_error(void);
extern int f(void) asm("g");
int g(void) { return 1; }
int main(void) {
  if (f() != 1)
    reach_error();
  return 0;
}
