// expect: safe
// run: 0 -> end 0
// run: 407 -> end 0
// because: a number written and read again is the same
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  char text[5];
  int n = __VERIFIER_nondet_int(), rest, length = 0, again = 0;
  if (n < 0 || n > 9999)
    return 0;
  rest = n;
  do {
    text[length++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  for (int i = length - 1; i >= 0; i--)
    again = again * 10 + (text[i] - '0');
  if (again != n || length > 4)
    reach_error();
  return 0;
}
