// expect: safe
// ring: first
// with: pointer.other.c
// because: nobody gave y away
extern void reach_error(void);
extern void change(int *p);
int main(void) {
  int x = 5, y = 6;
  change(&x);
  if (y != 6)
    reach_error();
  return 0;
}
