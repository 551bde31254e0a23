// expect: safe
// ring: first
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int index;
int main(void) {
  index = 3;
  if (index != 3)
      reach_error();
  return 0;
}
