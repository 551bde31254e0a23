// expect: safe
// ring: first
// says: nothing|vacuous|no error
// truth: none
// because: nothing is checked, and the first line says so
extern void __CPROVER_assert(int condition, const char *text);
int main(void) {
  __CPROVER_assert(0, "never");
  return 0;
}
