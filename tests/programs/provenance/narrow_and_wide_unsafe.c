// expect: unsafe
// options: --data-model LP64
// because: half of the address is lost
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int x = 5, *p = &x;
  word n = (word)p << 32 >> 32;
  if (!((int *)n == p))
    reach_error();
}
