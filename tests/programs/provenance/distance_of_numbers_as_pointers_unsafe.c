// expect: unsafe
// inputs: 268435456, 269484032
// because: the distance of pointers that are made of numbers is that of the numbers
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  if ((char *)b - (char *)a == 0x100000)
    reach_error();
}
