// expect: unsafe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int gamma;
int main(void) {
  gamma = 3;
  if (gamma == 3)
      reach_error();
  return 0;
}
