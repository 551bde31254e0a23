// expect: safe
// because: a bit is 0 or 1
extern void reach_error(void);
struct s {
  volatile unsigned ready : 1;
  unsigned count : 3;
} g;
int main(void) {
  g.count = 5;
  if (g.ready > 1 || g.count != 5)
    reach_error();
  return 0;
}
