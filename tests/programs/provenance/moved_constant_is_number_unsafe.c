// expect: unsafe
// inputs: 271581184, 3
// because: the registers of a device are found by a number, too
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *p = (char *)__VERIFIER_nondet_ulong();
  unsigned n = __VERIFIER_nondet_uint() % 16;
  if (n > 2 && p == (char *)0x10000000 + n * 0x100000)
    reach_error();
}
