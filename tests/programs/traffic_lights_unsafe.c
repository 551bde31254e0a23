// expect: unsafe
// run: 1, 1, 1, 1, 1, 1, 1, 1 -> end 0
// run: 1, 0, 0, 0, 0, 0, 0, 0 -> error
// because: the second light does not look at the first
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum light { RED, GREEN };
static enum light north, east;
static void turn(void) {
  if (__VERIFIER_nondet_int())
    north = north == RED && east == RED ? GREEN : RED;
  else
    east = east == RED ? GREEN : RED;
}
int main(void) {
  for (int i = 0; i < 8; i++) {
    turn();
    if (north == GREEN && east == GREEN)
      reach_error();
  }
  return 0;
}
