// expect: safe
// ring: first
// because: a is an alias of b
extern void reach_error(void);
int b(void) { return 1; }
#pragma weak a = b
extern int a(void);
int main(void) {
  if (a() != 1)
    reach_error();
  return 0;
}
