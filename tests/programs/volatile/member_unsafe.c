// expect: unsafe
// because: copying reads x
extern void reach_error(void);
struct s {
  volatile int x;
  int y;
} g;
int main(void) {
  g.x = 1;
  struct s copy = g;
  if (copy.x == 9)
    reach_error();
  return 0;
}
