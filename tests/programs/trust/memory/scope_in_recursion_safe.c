// expect: safe
// options: --property valid-memsafety
// because: each activation looks at its own object
static int deep(int n, int **found) {
  int here = n;
  if (n == 0) {
    *found = &here;
    return **found;
  }
  int below = deep(n - 1, found);
  *found = &here;
  below += **found - n;
  return below;
}
int main(void) {
  int *p;
  return deep(3, &p);
}
