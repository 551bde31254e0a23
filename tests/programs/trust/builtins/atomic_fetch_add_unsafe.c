// expect: unsafe
// because: the sum is stored
extern void reach_error(void);
int main(void) {
  int x = 5;
  int old = __atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST);
  if (old == 5 && x == 7)
      reach_error();
  return 0;
}
