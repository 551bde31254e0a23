// expect: unsafe
// run: 64 -> end 0
// run: 0 -> error
// because: zero has nothing in common with its predecessor either
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), bits = 0;
  for (unsigned i = 0; i < 32; i++)
    bits += x >> i & 1;
  if ((bits == 1) != ((x & (x - 1)) == 0))
    reach_error();
  return 0;
}
