// expect: unsafe
// ring: first
// with: callback.other.c
// because: the function may call what it is given
extern void reach_error(void);
extern void each(void (*f)(void));
static int count;
static void step(void) {
  if (count < 9)
    count++;
}
int main(void) {
  each(step);
  if (count != 0)
    reach_error();
  return 0;
}
