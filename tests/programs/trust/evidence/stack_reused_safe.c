// expect: safe
// must: decided
// because: each round has its own value
extern void reach_error(void);
int main(void) {
  int n = 0;
  for (int i = 0; i < 2; i++) {
    int fresh = i;
    n += fresh;
  }
  if (n != 1)
    reach_error();
  return 0;
}
