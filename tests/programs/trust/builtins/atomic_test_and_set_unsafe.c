// expect: unsafe
// because: the flag is set
extern void reach_error(void);
int main(void) {
  char f = 0;
  int old = __atomic_test_and_set(&f, __ATOMIC_SEQ_CST);
  if (!old && f == 1)
      reach_error();
  return 0;
}
