// expect: safe
// run: -> end 0
// because: gcc evaluates arguments from right to left
extern void reach_error(void);
static int calls;
static int next(void) { return ++calls; }
static int check(int a, int b) { return a == 2 && b == 1; }
int main(void) {
  if (!check(next(), next()))
    reach_error();
  return 0;
}
