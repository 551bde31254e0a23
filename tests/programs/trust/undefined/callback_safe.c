// expect: safe
// ring: first
// with: callback.other.c
// because: a handful of calls cannot make it negative
extern void reach_error(void);
extern void each(void (*f)(void));
static int count;
static void step(void) {
  if (count < 9)
    count++;
}
int main(void) {
  each(step);
  if (count < 0)
    reach_error();
  return 0;
}
