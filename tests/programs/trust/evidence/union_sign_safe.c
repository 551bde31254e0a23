// expect: safe
// ring: first
// must: decided
// inputs: 0
// because: the sign is the highest bit
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union both {
  float f;
  int i;
};
int main(void) {
  union both x;
  x.i = __VERIFIER_nondet_int();
  if (x.f < 0 && x.i >= 0)
    reach_error();
  return 0;
}
