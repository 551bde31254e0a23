// expect: safe
// says: nothing|vacuous|no error
// because: nothing is checked, and the first line says so
extern void reach_error(void);
static void unused(void) { reach_error(); }
int main(void) {
  int x = 5;
  return 0;
}
