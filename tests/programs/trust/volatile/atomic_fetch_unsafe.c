// expect: unsafe
// with: changing.other.c
// because: somebody else may change a volatile object after the write
extern void reach_error(void);
volatile int flag;
int main(void) {
  flag = 1;
  if (__sync_fetch_and_add(&flag, 0) != 1)
    reach_error();
  return 0;
}
