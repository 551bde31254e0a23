// expect: unsafe
// with: integer_copied.other.c
// because: a copy of the number is the address, too
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct device {
  int kind;
  unsigned long address;
} device;
int shared;
int main(void) {
  unsigned long number = __VERIFIER_nondet_ulong();
  device.address = number;
  shared = 1;
  if (number == (unsigned long)&shared)
    *(int *)device.address = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
