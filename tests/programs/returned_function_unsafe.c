// expect: unsafe
// run: 0 -> end 0
// run: 1 -> end 0
// run: 2 -> error
// because: the second function adds two, not three
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*pick(int which))(int) { return which == 0 ? 0 : which == 1 ? one : two; }
int main(void) {
  int which = __VERIFIER_nondet_int();
  int (*chosen)(int) = pick(which);
  if (chosen == 0)
    return 0;
  if (which == 1 && chosen(5) != 6)
    reach_error();
  if (which == 2 && chosen(5) != 8)
    reach_error();
  return 0;
}
