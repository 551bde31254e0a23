// expect: unsafe
// undecided: the change lies behind what an execution can choose
// because: act may use the pointer that keep has kept
extern void reach_error(void);
extern void keep(int *);
extern void act(void);
int main(void) {
  int x = 1;
  keep(&x);
  x = 5;
  act();
  if (x != 5)
    reach_error();
  return 0;
}
