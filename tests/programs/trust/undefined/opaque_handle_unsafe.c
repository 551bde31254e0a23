// expect: unsafe
// with: opaque_handle_1.other.c
// because: the handle may keep the address
extern void reach_error(void);
extern void *make(int *p);
extern void use(void *h);
int main(void) {
  int x = 5;
  void *h = make(&x);
  use(h);
  if (x != 5)
    reach_error();
  return 0;
}
