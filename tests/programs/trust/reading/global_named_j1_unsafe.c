// expect: unsafe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int j1;
int main(void) {
  j1 = 3;
  if (j1 == 3)
      reach_error();
  return 0;
}
