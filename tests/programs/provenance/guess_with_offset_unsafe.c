// expect: unsafe
// inputs: -4
// truth: -O0 only
// because: the distance to the other object may be guessed
extern void reach_error(void);
typedef unsigned long word;
int __VERIFIER_nondet_int(void);
int x = 5, y = 6;
int main(void) {
  word n = (word)&y + __VERIFIER_nondet_int();
  if (n == (word)&x)
    *(int *)n = 7;
  if (!(x == 5))
    reach_error();
}
