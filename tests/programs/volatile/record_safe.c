// expect: safe
// because: h is not volatile
extern void reach_error(void);
struct s {
  int x;
  int y[2];
};
volatile struct s g;
struct s h;
int main(void) {
  h.y[1] = 2;
  if (h.y[1] != 2)
    reach_error();
  return 0;
}
