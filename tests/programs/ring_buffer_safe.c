// expect: safe
// run: 1, 5, 1, 6, 2, 2, 1, 7, 2, 0 -> end 0
// run: 2, 2, 2, 0, 0, 0, 0, 0 -> end 0
// because: there are never more elements than room, and the count is the distance
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int ring[4];
int main(void) {
  unsigned head = 0, tail = 0, count = 0;
  for (int i = 0; i < 7; i++) {
    int command = __VERIFIER_nondet_int();
    if (command == 1 && count < 4) {
      ring[head] = __VERIFIER_nondet_int();
      head = (head + 1) % 4;
      count++;
    } else if (command == 2 && count > 0) {
      tail = (tail + 1) % 4;
      count--;
    }
    if (count > 4 || (tail + count) % 4 != head)
      reach_error();
  }
  return 0;
}
