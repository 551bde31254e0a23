// expect: unsafe
// inputs: 1
// because: the branch knows it is the other one
extern void reach_error(void);
typedef unsigned long word;
int __VERIFIER_nondet_int(void);
int x = 5, y = 6;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  word n = (word)p;
  if (n == (word)&x)
    if (!(*p == 6))
      reach_error();
}
