// expect: safe
// with: opaque_handle_0.other.c
// because: x was not given away
extern void reach_error(void);
extern void *make(void);
extern void use(void *h);
int main(void) {
  void *h = make();
  int x = 5;
  use(h);
  if (x != 5)
    reach_error();
  return 0;
}
