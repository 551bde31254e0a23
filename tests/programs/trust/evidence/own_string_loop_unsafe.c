// expect: unsafe
// must: decided
// because: three characters
extern void reach_error(void);
static int length(const char *s) {
  int n = 0;
  while (*s++)
    n++;
  return n;
}
int main(void) {
  char t[] = "abc";
  if (length(t) == 3)
    reach_error();
  return 0;
}
