// expect: safe
// ring: first
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int exp;
int main(void) {
  exp = 3;
  if (exp != 3)
      reach_error();
  return 0;
}
