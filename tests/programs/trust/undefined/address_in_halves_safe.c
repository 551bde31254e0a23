// expect: safe
// with: address_in_halves.other.c
// because: only the caller knows the object
extern void reach_error(void);
extern void change(unsigned high, unsigned low);
static int own;
int main(void) {
  unsigned long address = (unsigned long)&own;
  own = 1;
  change((unsigned)(address >> 32), (unsigned)address);
  own = 1;
  if (own != 1)
    reach_error();
  return 0;
}
