// expect: safe
// run: 1, 2, 1, 2, 0 -> end 0
// run: 2, 2, 1, 1, 2 -> end 0
// run: 1, 3, 2, 1, 2 -> end 0
// because: who passes has paid, whatever the inspector does in between
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum gate { LOCKED, OPEN, INSPECTED, BROKEN };
enum event { LEAVE, COIN, PUSH, INSPECT, KICK };

static int paid;

static enum gate locked(int event) {
  switch (event) {
  case COIN:
    paid = 1;
    return OPEN;
  case KICK:
    return BROKEN;
  default:
    return LOCKED;
  }
}

static enum gate open(int event) {
  switch (event) {
  case PUSH:
    if (!paid)
      reach_error();
    paid = 0;
    return LOCKED;
  case INSPECT:
    return INSPECTED;
  case COIN: /* an overpaid passage is still one passage */
  default:
    return OPEN;
  }
}

static enum gate inspected(int event) {
  if (event == PUSH) {
    paid = paid > 0;
    return open(event);
  }
  return event == KICK ? BROKEN : INSPECTED;
}

int main(void) {
  enum gate gate = LOCKED;
  for (int day = 0; day < 5; day++) {
    int event = __VERIFIER_nondet_int();
    if (event == LEAVE)
      break;
    switch (gate) {
    case LOCKED:
      gate = locked(event);
      break;
    case OPEN:
      gate = open(event);
      break;
    case INSPECTED:
      gate = inspected(event);
      break;
    case BROKEN:
      return 0;
    }
  }
  return 0;
}
