// expect: unsafe
// ring: first
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int round;
int main(void) {
  round = 3;
  if (round == 3)
      reach_error();
  return 0;
}
