// expect: unsafe
// because: stored through the pointer
extern void reach_error(void);
int main(void) {
  int x = 5, y = 0;
  __atomic_load(&x, &y, __ATOMIC_SEQ_CST);
  if (y == 5)
      reach_error();
  return 0;
}
