// expect: unsafe
// must: decided
// truth: itself
// because: the call is the violation, whatever the body does
static int n;
void reach_error(void) { n = 1; }
int main(void) {
  reach_error();
  return 0;
}
