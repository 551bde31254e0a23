// expect: safe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int abs;
int main(void) {
  abs = 3;
  if (abs != 3)
      reach_error();
  return 0;
}
