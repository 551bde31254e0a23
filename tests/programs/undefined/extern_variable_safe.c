// expect: safe
// because: mode is read twice before the call
extern void reach_error(void);
extern void act(void);
extern int mode;
int main(void) {
  int before = mode;
  int after = mode;
  act();
  if (before != after)
    reach_error();
  return 0;
}
