// expect: unsafe
// because: taking it from the lowest byte loses a carry
extern void reach_error(void);
typedef unsigned long word;
char a[256];
int main(void) {
  for (int i = 0; i < 256; i++) {
    char *p = &a[i], *q;
    word n = (word)p + 1;
    *(unsigned char *)&n -= 1;
    q = (char *)n;
    if (!(q == p))
      reach_error();
  }
}
