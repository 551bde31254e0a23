// expect: unsafe
// ring: first
// with: address_as_number.other.c
// because: a number may be an address
extern void reach_error(void);
extern void change(unsigned long address);
int main(void) {
  int x = 5;
  change((unsigned long)&x);
  if (x != 5)
    reach_error();
  return 0;
}
