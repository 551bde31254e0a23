// expect: safe
// with: weak_variable.other.c
// because: a declaration after the definition makes the variable weak
extern void reach_error(void);
int g = 0;
extern int g __attribute__((weak));
int main(void) {
  if (g != 0 && g != 3)
    reach_error();
  return 0;
}
