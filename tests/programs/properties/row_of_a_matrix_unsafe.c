// expect: unsafe
// property: no-index-out-of-bounds
// run: 1, 4 -> 16: index 4 of `b->squares[row][4]`
// because: the next row begins where this one ends
extern int __VERIFIER_nondet_int(void);

struct board {
  int moves;
  char squares[3][4];
};
int main(void) {
  struct board board = {0}, *b = &board;
  int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
  if (row < 0 || row > 2 || column < 0 || column > 4)
    return 0;
  b->squares[row][column] = 1;
  return 0;
}
