// expect: unsafe
// run: 0 -> end 0
// run: 407 -> error
// because: read in the order in which it was written the number is reversed
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
  for (int i = 0; i < length; i++)
    again = again * 10 + (text[i] - '0');
  if (again != n)
    reach_error();
  return 0;
}
