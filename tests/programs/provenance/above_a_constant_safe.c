// expect: safe
// because: the first page is kept free
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word n = (word)&x;
  if (!(n > 0xfff))
    reach_error();
}
