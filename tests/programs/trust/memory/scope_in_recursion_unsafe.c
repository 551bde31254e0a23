// expect: unsafe
// options: --property valid-memsafety
// because: the object belongs to the activation below, which has returned
static int deep(int n, int **found) {
  int here = n;
  if (n == 0) {
    *found = &here;
    return **found;
  }
  int below = deep(n - 1, found);
  below += **found;
  return below;
}
int main(void) {
  int *p;
  return deep(3, &p);
}
