// expect: safe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
static int index[3];
int main(void) {
  index[1] = 4;
  if (index[1] != 4)
      reach_error();
  return 0;
}
