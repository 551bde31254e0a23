// expect: safe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
static int round(int n, int to) { return n / to * to; }
int main(void) {
  if (round(7, 4) != 4)
      reach_error();
  return 0;
}
