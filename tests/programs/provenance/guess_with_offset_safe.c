// expect: safe
// inputs: -4
// because: the sum was compared with the address of another object
extern void reach_error(void);
typedef unsigned long word;
int __VERIFIER_nondet_int(void);
int x = 5, y = 6;
int main(void) {
  word n = (word)&y + __VERIFIER_nondet_int();
  if (n == (word)&y)
    *(int *)n = 7;
  if (!(x == 5))
    reach_error();
}
