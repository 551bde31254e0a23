// expect: safe
// ring: first
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int log;
int main(void) {
  log = 3;
  if (log != 3)
      reach_error();
  return 0;
}
