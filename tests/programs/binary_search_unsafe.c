// expect: unsafe
// run: 7 -> end 0
// run: 31 -> error
// because: the last element of the table is never looked at
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static const int table[8] = {-5, 0, 2, 3, 7, 11, 20, 31};
int main(void) {
  int wanted = __VERIFIER_nondet_int(), low = 0, high = 7, is_there = 0;
  while (low < high) {
    int middle = (low + high) / 2;
    if (table[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  for (int i = 0; i < 8; i++)
    if (table[i] == wanted)
      is_there = 1;
  if (is_there != (low < 7 && table[low] == wanted))
    reach_error();
  return 0;
}
