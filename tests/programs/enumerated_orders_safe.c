// expect: safe
// run: 1, 2, 3 -> end 0
// run: 3, 1, 2 -> end 0
// because: an order that was cancelled is never shipped
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum order { NEW, PAID, SHIPPED, CANCELLED };
int main(void) {
  enum order order = NEW;
  int cancelled = 0;
  for (int i = 0; i < 3; i++) {
    int what = __VERIFIER_nondet_int();
    switch (order) {
    case NEW:
      if (what == 1)
        order = PAID;
      break;
    case PAID:
      if (what == 2)
        order = SHIPPED;
      else if (what == 3) {
        cancelled = 1;
        order = CANCELLED;
      }
      break;
    case CANCELLED:
      order = what == 2 ? CANCELLED : NEW;
      if (order == NEW)
        cancelled = 0;
      break;
    default:
      break;
    }
    if (order == SHIPPED && cancelled)
      reach_error();
  }
  return 0;
}
