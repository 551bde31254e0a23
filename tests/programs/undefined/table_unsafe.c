// expect: unsafe
// because: act may change the array
extern void reach_error(void);
extern void act(void);
int sizes[2] = {1, 2};
int main(void) {
  act();
  if (sizes[1] == 3)
    reach_error();
  return 0;
}
