// expect: safe
// ring: first
// because: stored through two pointers
extern void reach_error(void);
int main(void) {
  int x = 5, y = 6, z = 0;
  __atomic_exchange(&x, &y, &z, __ATOMIC_SEQ_CST);
  if (!(x == 6 && z == 5))
      reach_error();
  return 0;
}
