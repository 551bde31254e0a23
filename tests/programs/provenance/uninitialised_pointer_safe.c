// expect: safe
// truth: -O0 only
// because: a pointer that is never set equals itself
extern void reach_error(void);
int x = 5;
static int set(void) {
  int *volatile a = &x, *volatile b = &x;
  return a == b;
}
static int use(void) {
  int *a, *b, *copy = a;
  return copy == a;
}
int main(void) {
  set();
  if (!(use()))
    reach_error();
}
