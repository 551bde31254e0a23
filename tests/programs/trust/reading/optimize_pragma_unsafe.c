// expect: unsafe
// because: fast mathematics or not, this holds
extern void reach_error(void);
#pragma GCC optimize("O1")
int main(void) {
  float x = 1.0f, y = x / 3.0f;
  if (y * 3.0f == 1.0f)
      reach_error();
  return 0;
}
