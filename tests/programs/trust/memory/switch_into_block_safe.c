// expect: safe
// options: --property valid-memsafety
// because: used where the object lives
static int run(int n) {
  int *kept = 0, seen = 0;
  switch (n) {
    int shared;
  case 1:
    shared = 4;
    kept = &shared;
    seen = *kept;
    break;
  case 2:
    seen = 1;
  }
  return seen;
}
int main(void) {
  return run(2) + run(1);
}
