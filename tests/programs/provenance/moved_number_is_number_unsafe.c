// expect: unsafe
// inputs: 268697592, 268697608
// because: a pointer that was made of a number and moved is the one made of the larger number
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  char *p = (char *)a, *q = (char *)b;
  if (a == 0x1003fff8ul && q == p + 16)
    reach_error();
}
