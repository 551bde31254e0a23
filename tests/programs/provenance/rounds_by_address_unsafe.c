// expect: unsafe
// inputs: 3
// because: there is one for another
extern void reach_error(void);
typedef unsigned long word;
int __VERIFIER_nondet_int(void);
__attribute__((aligned(4))) char x[4];
int main(void) {
  int rounds = 0;
  word n = (word)&x[__VERIFIER_nondet_int() & 3];
  while (n & 3) {
    rounds++;
    n--;
  }
  if (!(rounds < 3))
    reach_error();
}
