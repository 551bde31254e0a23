// expect: safe
// ring: first
// says: nothing|vacuous|no error
// because: nothing is checked, and the first line says so
extern void reach_error(void);
int main(void) {
  return 0;
  reach_error();
  return 0;
}
