// expect: safe
// run: 3, 4 -> end 0
// run: -1, -1 -> end 0
// because: swapping twice changes nothing, swapping once exchanges
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int a = x, b = y;
  swap(&a, &b);
  if (a != y || b != x)
    reach_error();
  swap(&a, &b);
  if (a != x || b != y)
    reach_error();
  return 0;
}
