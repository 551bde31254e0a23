// expect: safe
// run: 1, 1, 1, 1, 1 -> end 0
// run: 0, 1, 0, 1, 1 -> end 0
// because: before one light turns green the other is red
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum light { RED, GREEN };
static enum light north, east;
static void turn(void) {
  if (north == GREEN)
    north = RED;
  else if (east == GREEN)
    east = RED;
  else if (__VERIFIER_nondet_int())
    north = GREEN;
  else
    east = GREEN;
}
int main(void) {
  for (int i = 0; i < 8; i++) {
    turn();
    if (north == GREEN && east == GREEN)
      reach_error();
  }
  return 0;
}
