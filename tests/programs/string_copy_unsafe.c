// expect: unsafe
// run: 7 -> end 0
// run: 3 -> error
// because: the end of the text is not copied
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned length(const char *s) {
  unsigned n = 0;
  while (s[n])
    n++;
  return n;
}
static void copy(char *to, const char *from) {
  while (*from)
    *to++ = *from++;
}
int main(void) {
  char text[8] = "abcdefg", other[8] = "zzzzzzz";
  unsigned cut = (unsigned)__VERIFIER_nondet_int() % 8;
  text[cut] = 0;
  copy(other, text);
  if (length(other) != cut)
    reach_error();
  return 0;
}
