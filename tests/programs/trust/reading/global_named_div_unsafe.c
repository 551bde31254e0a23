// expect: unsafe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int div;
int main(void) {
  div = 3;
  if (div == 3)
      reach_error();
  return 0;
}
