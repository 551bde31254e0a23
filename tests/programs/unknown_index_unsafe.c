// expect: unsafe
// run: 0 -> end 0
// run: 2 -> error
// because: the write at an unknown place can meet the cell that is read
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int cells[4] = {10, 20, 30, 40};
  unsigned where = (unsigned)__VERIFIER_nondet_int();
  cells[where % 3] = 5;
  if (cells[2] != 30)
    reach_error();
  return 0;
}
