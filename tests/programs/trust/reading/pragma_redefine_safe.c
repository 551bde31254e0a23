// expect: safe
// ring: first
// because: a is called b for the linker
extern void reach_error(void);
#pragma redefine_extname a b
extern int a(void);
int b(void) { return 1; }
int main(void) {
  if (a() != 1)
    reach_error();
  return 0;
}
