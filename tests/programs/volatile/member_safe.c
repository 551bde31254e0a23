// expect: safe
// because: y is not volatile
extern void reach_error(void);
struct s {
  volatile int x;
  int y;
} g;
int main(void) {
  g.y = 2;
  struct s copy = g;
  if (g.y != 2 || copy.y != 2)
    reach_error();
  return 0;
}
