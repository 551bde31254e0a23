// expect: safe
// with: integer_copied.other.c
// because: what is written is what was there
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
    *(int *)device.address = 1;
  if (shared != 1)
    reach_error();
  return 0;
}
