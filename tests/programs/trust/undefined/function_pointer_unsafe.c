// expect: unsafe
// ring: first
// with: pointer.other.c
// because: through a pointer as well
extern void reach_error(void);
extern void change(int *p);
int main(void) {
  int x = 5;
  void (*f)(int *) = change;
  f(&x);
  if (x != 5)
    reach_error();
  return 0;
}
