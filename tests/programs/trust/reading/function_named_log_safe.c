// expect: safe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
static int log(int level) { return level + 1; }
int main(void) {
  if (log(3) != 4)
      reach_error();
  return 0;
}
