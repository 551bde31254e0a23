// expect: unsafe
// run: -> error
// because: operands of an operator go from left to right
extern void reach_error(void);
static int calls;
static int next(void) { return ++calls; }
int main(void) {
  if (next() * 10 + next() == 12)
    reach_error();
  return 0;
}
