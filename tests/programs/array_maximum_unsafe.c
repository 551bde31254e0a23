// expect: unsafe
// run: 3, 1, 4, 1, 5 -> end 0
// run: -3, -1, -4, -1, -5 -> error
// because: a maximum that starts at zero is none of negative numbers
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[5], max = 0, found = 0;
  for (int i = 0; i < 5; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 5; i++)
    if (a[i] > max)
      max = a[i];
  for (int i = 0; i < 5; i++)
    if (a[i] == max)
      found = 1;
  if (!found)
    reach_error();
  return 0;
}
