// expect: safe
// run: 0 -> end 0
// run: 1 -> end 0
// because: the table leads from each state to the next in a circle
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int state;
static void first(void) { state = 1; }
static void second(void) { state = 2; }
static void third(void) { state = 0; }
static void (*table[3])(void) = {first, second, third};

int main(void) {
  if (__VERIFIER_nondet_int())
    table[1] = second;
  for (int i = 0; i < 5; i++)
    table[state]();
  if (state != 2)
    reach_error();
  return 0;
}
