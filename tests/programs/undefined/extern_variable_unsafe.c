// expect: unsafe
// because: act may change mode
extern void reach_error(void);
extern void act(void);
extern int mode;
int main(void) {
  int before = mode;
  act();
  if (before == 0 && mode == 3)
    reach_error();
  return 0;
}
