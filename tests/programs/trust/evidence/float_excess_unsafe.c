// expect: unsafe
// must: decided
// because: no excess precision
extern void reach_error(void);
int main(void) {
  float x = 16777216.0f;
  if (x + 1.0f == x)
    reach_error();
  return 0;
}
