// expect: unsafe
// must: decided
// because: the program defines its own time
extern void reach_error(void);
long time(long *p) { return 3; }
int main(void) {
  if (time(0) == 3)
      reach_error();
  return 0;
}
