// expect: safe
// because: act does not know own
extern void reach_error(void);
extern void act(void);
static int *own;
int main(void) {
  int x = 1;
  own = &x;
  act();
  if (*own != 1)
    reach_error();
  return 0;
}
