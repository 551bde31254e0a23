// expect: unsafe
// because: a number leads to any place of an object, however large it is
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) {
  char *p = malloc(0x80000);
  unsigned long n = (unsigned long)p;
  n += 0x40000;
  if ((char *)n == p + 0x40000)
    reach_error();
}
