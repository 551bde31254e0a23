// expect: unsafe
// truth: none
// because: a number that equals an address leads to the object
extern void reach_error(void);
typedef unsigned long word;
unsigned long __VERIFIER_nondet_ulong(void);
int x = 5, y = 6;
int main(void) {
  word n = __VERIFIER_nondet_ulong();
  if (n == (word)&x)
    *(int *)n = 7;
  if (!(x == 5))
    reach_error();
}
