// expect: unsafe
// with: address_in_halves.other.c
// because: two halves are an address
extern void reach_error(void);
extern void change(unsigned high, unsigned low);
static int own;
int main(void) {
  unsigned long address = (unsigned long)&own;
  own = 1;
  change((unsigned)(address >> 32), (unsigned)address);
  if (own != 1)
    reach_error();
  return 0;
}
