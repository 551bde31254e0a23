// expect: safe
// run: 0 -> end 0
// run: 64 -> end 0
// run: 65 -> end 0
// because: a number has one bit when it has none in common with its predecessor
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), bits = 0;
  for (unsigned i = 0; i < 32; i++)
    bits += x >> i & 1;
  if ((bits == 1) != (x != 0 && (x & (x - 1)) == 0))
    reach_error();
  return 0;
}
