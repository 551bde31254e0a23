// expect: unsafe
// ring: first
// with: constant_pointer.other.c
// unless: look
// because: const of a parameter may be cast away
extern void reach_error(void);
extern void look(const int *p);
int main(void) {
  int x = 5;
  look(&x);
  if (x != 5)
    reach_error();
  return 0;
}
