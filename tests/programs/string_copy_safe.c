// expect: safe
// run: 0 -> end 0
// run: 3 -> end 0
// because: the copy ends where the text ends
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned length(const char *s) {
  unsigned n = 0;
  while (s[n])
    n++;
  return n;
}
static void copy(char *to, const char *from) {
  while ((*to++ = *from++))
    ;
}
int main(void) {
  char text[8] = "abcdefg", other[8] = "zzzzzzz";
  unsigned cut = (unsigned)__VERIFIER_nondet_int() % 8;
  text[cut] = 0;
  copy(other, text);
  if (length(other) != cut)
    reach_error();
  if (cut > 1 && other[1] != 'b')
    reach_error();
  return 0;
}
