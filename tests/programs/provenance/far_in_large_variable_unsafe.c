// expect: unsafe
// because: a number leads to any place of an object, however large it is
extern void reach_error(void);
char large[0x80000];
int main(void) {
  unsigned long n = (unsigned long)large;
  n += 0x40000;
  *(char *)n = 1;
  if (large[0x40000] == 1)
    reach_error();
}
