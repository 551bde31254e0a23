// expect: unsafe
// ring: first
// with: pointer.other.c
// because: the function may write through its argument
extern void reach_error(void);
extern void change(int *p);
int main(void) {
  int x = 5;
  change(&x);
  if (x != 5)
    reach_error();
  return 0;
}
