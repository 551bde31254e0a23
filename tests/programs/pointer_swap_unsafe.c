// expect: unsafe
// run: 0, 0 -> end 0
// run: 3, 4 -> error
// because: swapping by exclusive or clears a number swapped with itself
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void swap(int *a, int *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int a = x, b = y;
  swap(&a, &b);
  if (a != y || b != x)
    reach_error();
  swap(&a, &a);
  if (a != y)
    reach_error();
  return 0;
}
