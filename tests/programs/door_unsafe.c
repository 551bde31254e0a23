// expect: unsafe
// run: 3, 3, 1, 2, 0, 0 -> end 0
// run: 1, 3, 0, 0, 0, 0 -> error
// because: an open door can be locked
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
    } else if (command == 3) {
      state = state == LOCKED ? CLOSED : LOCKED;
    }
    if (state == LOCKED && open)
      reach_error();
  }
  return 0;
}
