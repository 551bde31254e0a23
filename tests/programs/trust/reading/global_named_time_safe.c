// expect: safe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int time;
int main(void) {
  time = 3;
  if (time != 3)
      reach_error();
  return 0;
}
