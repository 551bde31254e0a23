// expect: safe
// inputs: 3
// because: there is no round for an aligned address
extern void reach_error(void);
typedef unsigned long word;
int __VERIFIER_nondet_int(void);
int x[4];
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
