// expect: safe
// must: decided
// because: the names belong to the program
extern void reach_error(void);
static struct {
  int y0;
} exp;
int main(void) {
  exp.y0 = 2;
  if (exp.y0 != 2)
      reach_error();
  return 0;
}
