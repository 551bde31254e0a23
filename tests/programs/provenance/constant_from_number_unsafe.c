// expect: unsafe
// because: the number may be that of the device
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == 0x08050000ul && (int *)n == (int *)0x08050000)
    reach_error();
}
