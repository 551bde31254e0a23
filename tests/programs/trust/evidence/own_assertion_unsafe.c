// expect: unsafe
// must: decided
// because: the program's own function with a usual name
extern void reach_error(void);
static int fails(int condition) { return !condition; }
int main(void) {
  if (fails(0))
    reach_error();
  return 0;
}
