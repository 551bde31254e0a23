// expect: safe
// run: 0 -> end 0
// run: 9 -> end 0
// because: what one counter gains the other loses
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = n;
  if (n < 0 || n > 20)
    return 0;
  while (x < n) {
    x++;
    y--;
  }
  if (x + y != n || y != 0)
    reach_error();
  return 0;
}
