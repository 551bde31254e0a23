// expect: unsafe
// because: members of a volatile record are
extern void reach_error(void);
struct s {
  int x;
  int y[2];
};
volatile struct s g;
struct s h;
int main(void) {
  g.y[1] = 2;
  if (g.y[1] == 3)
    reach_error();
  return 0;
}
