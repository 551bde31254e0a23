// expect: unsafe
// because: the labels exchange the two
extern void reach_error(void);
extern int f(void) asm("second");
extern int g(void) asm("first");
int first(void) { return 1; }
int second(void) { return 2; }
int main(void) {
  if (f() == 2)
    reach_error();
  return 0;
}
