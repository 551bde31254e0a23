// expect: unsafe
// with: weak_variable.other.c
// unless: weak
// because: a declaration in a function makes the variable weak
extern void reach_error(void);
void unused(void) { extern int g __attribute__((weak)); }
int g = 0;
int main(void) {
  if (g == 3)
    reach_error();
  return 0;
}
