// expect: safe
// because: the address of an int has no remainder by four
extern void reach_error(void);
typedef unsigned long word;
int a[3];
int main(void) {
  for (int i = 0; i < 3; i++) {
    word n = (word)&a[i] / 4 * 4;
    if (!((char *)n == (char *)&a[i]))
      reach_error();
  }
}
