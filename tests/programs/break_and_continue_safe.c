// expect: safe
// run: 3 -> end 0
// run: 20 -> end 0
// because: continue skips the rest of the body, break leaves the loop
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), odd = 0, i;
  for (i = 0; i < 20; i++) {
    if (i == n)
      break;
    if (i % 2 == 0)
      continue;
    odd++;
  }
  if (n >= 0 && n < 20 ? i != n : i != 20)
    reach_error();
  if (odd != i / 2)
    reach_error();
  return 0;
}
