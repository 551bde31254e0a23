// expect: safe
// inputs: 268697592, 268697608
// because: the two are sixteen bytes apart
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  char *p = (char *)a, *q = (char *)b;
  if (a == 0x1003fff8ul && b == 0x10040008ul && q == p + 8)
    reach_error();
}
