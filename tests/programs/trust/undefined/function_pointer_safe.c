// expect: safe
// ring: first
// with: pointer.other.c
// because: y was not given away
extern void reach_error(void);
extern void change(int *p);
int main(void) {
  int x = 5, y = 5;
  void (*f)(int *) = change;
  f(&x);
  if (y != 5)
    reach_error();
  return 0;
}
