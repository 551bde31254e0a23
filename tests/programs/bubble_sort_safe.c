// expect: safe
// run: 3, 2, 1 -> end 0
// run: 0, -7, 5 -> end 0
// because: three elements are in order after two passes
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i + 1 < 3; i++)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
  if (a[0] > a[1] || a[1] > a[2])
    reach_error();
  return 0;
}
