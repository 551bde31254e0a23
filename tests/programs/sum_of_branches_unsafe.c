// expect: unsafe
// run: 1, 2 -> end 0
// run: 2, 0 -> end 0
// run: 1, 0 -> error
// because: only one of the four ways adds up to more than 3, the last one to be tried
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int s = 1, last = 0;
  int a = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (i > 1) {
    if (a == 1)
      s = s + 2;
    else
      s = s + 1;
    last = i;
    if (s > 3)
      reach_error();
  } else {
    if (a != 1) {
      s = s + 1;
      s = s + 1;
    } else {
      s = s + 3;
    }
    last = a;
    if (s > 3)
      reach_error();
  }
  last = last - 1;
  return 0;
}
