// expect: safe
// run: 1, 2, 3, 0, 0, 0 -> end 0
// run: 2, 2, 2, 2, 2, 2 -> end 0
// because: a door is never locked while it is open
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum door { OPEN, CLOSED, LOCKED };
int main(void) {
  enum door state = CLOSED;
  int open = 0;
  for (int i = 0; i < 6; i++) {
    int command = __VERIFIER_nondet_int();
    if (command == 1 && state == CLOSED) {
      state = OPEN;
      open = 1;
    } else if (command == 2 && state == OPEN) {
      state = CLOSED;
      open = 0;
    } else if (command == 3 && state != OPEN) {
      state = state == LOCKED ? CLOSED : LOCKED;
    }
    if (state == LOCKED && open)
      reach_error();
  }
  return 0;
}
