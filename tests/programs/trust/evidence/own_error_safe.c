// expect: safe
// must: decided
// because: another function
extern void reach_error(void);
static int n;
static void reach_error_not(void) { n = 1; }
int main(void) {
  reach_error_not();
  return 0;
}
