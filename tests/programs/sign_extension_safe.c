// expect: safe
// run: -1 -> end 0
// run: 127 -> end 0
// because: a negative char becomes a large unsigned number, cut off again it is the same char
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void) {
  signed char c = __VERIFIER_nondet_char();
  unsigned u = c;
  unsigned short s = c;
  if ((c < 0) != (u > 127) || (signed char)u != c)
    reach_error();
  if (s != (u & 0xffff))
    reach_error();
  return 0;
}
