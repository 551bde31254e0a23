// expect: safe
// because: the new value is stored
extern void reach_error(void);
int main(void) {
  int x = 5;
  int done = __sync_bool_compare_and_swap(&x, 5, 6);
  if (!(done && x == 6))
      reach_error();
  return 0;
}
