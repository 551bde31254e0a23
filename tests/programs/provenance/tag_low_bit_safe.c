// expect: safe
// because: the tag is removed before the pointer is followed
extern void reach_error(void);
typedef unsigned long word;
int x = 0x04030201;
int main(void) {
  word n = (word)&x;
  n |= 3;
  n &= ~(word)3;
  unsigned char *p = (unsigned char *)n;
  if (!(*p == 1))
    reach_error();
}
