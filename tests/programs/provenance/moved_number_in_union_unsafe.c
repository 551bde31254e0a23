// expect: unsafe
// inputs: 268697592, 268697608
// because: a union makes pointers of numbers as a cast does
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
union both {
  unsigned long n;
  char *p;
};
int main(void) {
  union both x, y;
  x.n = __VERIFIER_nondet_ulong();
  y.n = __VERIFIER_nondet_ulong();
  if (x.n == 0x1003fff8ul && y.p == x.p + 16)
    reach_error();
}
