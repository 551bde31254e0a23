// expect: unsafe
// ring: first
// must: decided
// because: the program defines its own abs, as the library has it
extern void reach_error(void);
int abs(int n) { return n < 0 ? -n : n; }
int main(void) {
  if (abs(-3) == 3)
      reach_error();
  return 0;
}
