// expect: unsafe
// undecided: the change lies behind what an execution can choose
// because: act may change what shared points to
extern void reach_error(void);
extern void act(void);
int *shared;
int main(void) {
  int x = 1;
  shared = &x;
  act();
  if (x != 1)
    reach_error();
  return 0;
}
