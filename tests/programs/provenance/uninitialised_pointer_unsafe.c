// expect: unsafe
// truth: -O0 only
// because: it holds what the stack held before
extern void reach_error(void);
int x = 5;
static int set(void) {
  int *volatile a = &x, *volatile b = &x;
  return a == b;
}
static int use(void) {
  int *a, *b, *copy = a;
  return a == 0 && b == 0;
}
int main(void) {
  set();
  if (!(use()))
    reach_error();
}
