// expect: safe
// inputs: 271581184, 3
// because: the registers of a device are a megabyte apart
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  unsigned n = __VERIFIER_nondet_uint() % 16;
  if (a == 0x10350000ul && (char *)a == (char *)0x10000000 + n * 0x100000)
    reach_error();
}
