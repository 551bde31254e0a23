// expect: safe
// because: the sum is stored
extern void reach_error(void);
int main(void) {
  int x = 5;
  int old = __sync_fetch_and_add(&x, 2);
  if (!(old == 5 && x == 7))
      reach_error();
  return 0;
}
