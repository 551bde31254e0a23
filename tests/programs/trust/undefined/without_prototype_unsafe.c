// expect: unsafe
// ring: first
// with: without_prototype.other.c
// because: the function may write through any argument
extern void reach_error(void);
extern int change();
int main(void) {
  int x = 5;
  change(3, &x);
  if (x != 5)
    reach_error();
  return 0;
}
