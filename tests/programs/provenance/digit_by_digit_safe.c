// expect: safe
// because: all digits in base 16 make the number again
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  unsigned char digits[2 * sizeof(word)];
  word n = (word)&x, m = 0;
  for (unsigned i = 0; i < sizeof digits; i++, n /= 16)
    digits[i] = n % 16;
  for (unsigned i = sizeof digits; i-- > 0;)
    m = m * 16 + digits[i];
  if (!((int *)m == &x))
    reach_error();
}
