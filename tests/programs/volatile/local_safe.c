// expect: safe
// because: a copy stays what it is
extern void reach_error(void);
int main(void) {
  volatile int x = 1;
  int copy = x;
  if (copy != copy + 0)
    reach_error();
  return 0;
}
