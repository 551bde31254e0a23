// expect: unsafe
// truth: -no-pie
// because: a program that is not position independent is at low addresses
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word n = (word)&x;
  if (!(n > 0x10000000))
    reach_error();
}
