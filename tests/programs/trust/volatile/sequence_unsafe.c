// expect: unsafe
// with: changing.other.c
// because: the flag may count
extern void reach_error(void);
volatile int flag;
int main(void) {
  int first = flag, second = flag;
  if (first + 1 == second)
    reach_error();
  return 0;
}
