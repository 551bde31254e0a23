// expect: unsafe
// because: one of them is not the other
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = __builtin_alloca(4), *q = __builtin_alloca(4);
  word m = (word)p, n = (word)q;
  if (!(m == n))
    reach_error();
}
