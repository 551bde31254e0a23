// expect: safe
// because: an integer variable keeps a pointer as it is, whatever else is computed from addresses
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned long word;
int a, b;
int main(void) {
  word mixed = (word)&a * 3 + (word)&b;
  word kept = (word)&a;
  word again = kept;
  if (__VERIFIER_nondet_uint() > 7)
    again = (word)&a;
  *(int *)again = 1;
  if (b != 0)
    reach_error();
  return mixed == 1;
}
