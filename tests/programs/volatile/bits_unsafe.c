// expect: unsafe
// because: another agent may set the bit
extern void reach_error(void);
struct s {
  volatile unsigned ready : 1;
  unsigned count : 3;
} g;
int main(void) {
  g.ready = 0;
  if (g.ready)
    reach_error();
  return 0;
}
