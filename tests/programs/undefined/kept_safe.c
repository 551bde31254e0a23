// expect: safe
// because: only x was given away
extern void reach_error(void);
extern void keep(int *);
extern void act(void);
int main(void) {
  int x = 1, y = 2;
  keep(&x);
  y = 5;
  act();
  if (y != 5)
    reach_error();
  return 0;
}
