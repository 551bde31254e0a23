// expect: unsafe
// ring: first
// with: variadic.other.c
// because: the function may write through any argument
extern void reach_error(void);
extern void change(int n, ...);
int main(void) {
  int x = 5;
  change(1, &x);
  if (x != 5)
    reach_error();
  return 0;
}
