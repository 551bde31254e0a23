// expect: safe
// run: 0 -> end 0
// run: 3 -> end 0
// run: 7 -> end 0
// because: the write can meet every cell but the last
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int cells[4] = {10, 20, 30, 40};
  unsigned where = (unsigned)__VERIFIER_nondet_int();
  cells[where % 3] = 5;
  if (cells[3] != 40)
    reach_error();
  return 0;
}
