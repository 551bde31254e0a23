// expect: safe
// with: weak_variable.other.c
// because: a declaration in a function makes the variable weak
extern void reach_error(void);
void unused(void) { extern int g __attribute__((weak)); }
int g = 0;
int main(void) {
  if (g != 0 && g != 3)
    reach_error();
  return 0;
}
