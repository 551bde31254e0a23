// expect: safe
// because: one is added and taken away again in the whole
extern void reach_error(void);
typedef unsigned long word;
char a[256];
int main(void) {
  for (int i = 0; i < 256; i++) {
    char *p = &a[i], *q;
    word n = (word)p + 1;
    n -= 1;
    q = (char *)n;
    if (!(q == p))
      reach_error();
  }
}
