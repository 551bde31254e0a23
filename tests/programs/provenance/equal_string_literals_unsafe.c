// expect: unsafe
// because: gcc makes one object of equal literals
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  const char *s = "abc";
  const char *own = "abc";
  const char *t = own;
  if (!((word)s != (word)t))
    reach_error();
}
