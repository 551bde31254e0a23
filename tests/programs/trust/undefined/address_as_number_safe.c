// expect: safe
// ring: first
// with: address_as_number.other.c
// because: y was not given away
extern void reach_error(void);
extern void change(unsigned long address);
int main(void) {
  int x = 5, y = 5;
  change((unsigned long)&x);
  if (y != 5)
    reach_error();
  return 0;
}
