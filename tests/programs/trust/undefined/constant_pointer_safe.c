// expect: safe
// ring: first
// with: pure_look.other.c
// because: a const object is never written
extern void reach_error(void);
extern void look(const int *p);
int main(void) {
  const int x = 5;
  look(&x);
  if (x != 5)
    reach_error();
  return 0;
}
