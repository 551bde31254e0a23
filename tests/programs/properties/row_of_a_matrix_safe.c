// expect: safe
// property: no-index-out-of-bounds
// run: 1, 4 -> end
// because: the board has four columns
extern int __VERIFIER_nondet_int(void);

struct board {
  int moves;
  char squares[3][4];
};
int main(void) {
  struct board board = {0}, *b = &board;
  int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
  if (row < 0 || row > 2 || column < 0 || column > 3)
    return 0;
  b->squares[row][column] = 1;
  return 0;
}
