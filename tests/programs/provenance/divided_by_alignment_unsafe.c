// expect: unsafe
// because: of three chars in a row one has
extern void reach_error(void);
typedef unsigned long word;
char a[3];
int main(void) {
  for (int i = 0; i < 3; i++) {
    word n = (word)&a[i] / 4 * 4;
    if (!((char *)n == (char *)&a[i]))
      reach_error();
  }
}
