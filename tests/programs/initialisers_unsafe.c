// expect: unsafe
// run: -> error
// because: the value after a nested designator goes to the next part, y, not to the next element
extern void reach_error(void);
struct point { int x, y; };
static struct point p[3] = {[1].x = 4, 5};
int main(void) {
  if (p[2].x != 5)
    reach_error();
  return 0;
}
