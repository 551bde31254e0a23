// expect: safe
// because: the expected value is overwritten
extern void reach_error(void);
int main(void) {
  int x = 5, e = 4;
  int done = __atomic_compare_exchange_n(&x, &e, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (!(!done && e == 5 && x == 5))
      reach_error();
  return 0;
}
