// expect: safe
// because: the end of one member is the next one
extern void reach_error(void);
int main(void) {
  struct { int a[2], b; } s = {{1, 2}, 3};
  if (&s.a[2] != &s.b)
    reach_error();
  return 0;
}
