// expect: safe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int signal;
int main(void) {
  signal = 3;
  if (signal != 3)
      reach_error();
  return 0;
}
