// expect: safe
// ring: first
// says: nothing|vacuous|no error
// because: nothing is checked, and the first line says so
int main(void) {
  int x = 5;
  x++;
  return 0;
}
