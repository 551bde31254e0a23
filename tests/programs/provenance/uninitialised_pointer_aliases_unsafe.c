// expect: unsafe
// options: --data-model LP64
// unless: alias
// truth: -O0 only
// because: it holds what the stack held before
extern void reach_error(void);
int x = 5;
static void set(void) { int *volatile a = &x, *volatile b = &x; (void)a; (void)b; }
static void use(void) {
  int *a, *b;
  if (!(a != &x && b != &x))
    reach_error();
}
int main(void) {
  set();
  use();
}
