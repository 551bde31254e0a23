// expect: unsafe
// inputs: 268369920
// because: pointers that are made of numbers are ordered like the numbers
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == 0x0fff0000ul && (char *)n < (char *)0x10040000)
    reach_error();
}
