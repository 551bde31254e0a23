// expect: safe
// because: the definition of f is h for the linker
extern void reach_error(void);
int f(void) asm("h");
int f(void) { return 2; }
extern int h(void);
int main(void) {
  if (h() != 2)
    reach_error();
  return 0;
}
