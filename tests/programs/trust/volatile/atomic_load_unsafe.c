// expect: unsafe
// with: changing.other.c
// because: somebody else may change a volatile object after the write
extern void reach_error(void);
volatile int flag;
int main(void) {
  flag = 1;
  if (__atomic_load_n(&flag, __ATOMIC_SEQ_CST) != 1)
    reach_error();
  return 0;
}
