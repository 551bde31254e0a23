// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: an input makes the pointer point to another element of the array
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point {
  int x, y;
};
struct shape {
  struct point corners[3];
  unsigned filled : 1, colour : 3;
};
int main(void) {
  struct shape shape = {.colour = 5};
  struct point *at = &shape.corners[1];
  at->x = 3;
  at[1].y = 4;
  shape.filled = 1;
  if (__VERIFIER_nondet_int()) {
    at = at - 0;
    at->x = 6;
  }
  if (shape.corners[1].x != 3 || shape.corners[2].y != 4)
    reach_error();
  if (shape.colour != 5 || shape.filled != 1)
    reach_error();
  return 0;
}
