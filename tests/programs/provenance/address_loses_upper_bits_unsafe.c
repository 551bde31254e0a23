// expect: unsafe
// options: --data-model ILP32
// because: a 32-bit address of the stack uses the upper bits that the shift drops
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int x = 5;
  word n = (word)&x << 8;
  if (!(n >> 8 == (word)&x))
    reach_error();
}
