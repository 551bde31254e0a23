// expect: safe
// ring: first
// with: callback_to_error.other.c
// because: the callback never fails
extern void reach_error(void);
extern void each(void (*f)(int));
static void step(int n) {
  if (n != n)
    reach_error();
}
int main(void) {
  each(step);
  return 0;
}
