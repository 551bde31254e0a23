// expect: safe
// because: an array has memory of its own
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  const char *s = "abc";
  char own[] = "abc";
  const char *t = own;
  if (!((word)s != (word)t))
    reach_error();
}
