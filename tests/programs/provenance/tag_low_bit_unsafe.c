// expect: unsafe
// because: one of two tag bits stays
extern void reach_error(void);
typedef unsigned long word;
int x = 0x04030201;
int main(void) {
  word n = (word)&x;
  n |= 3;
  n &= ~(word)1;
  unsigned char *p = (unsigned char *)n;
  if (!(*p == 1))
    reach_error();
}
