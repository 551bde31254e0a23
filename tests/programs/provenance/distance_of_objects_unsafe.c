// expect: unsafe
// truth: -O0 only
// because: gcc places the globals four bytes apart
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  word m = (word)&a, n = (word)&b;
  if (!(n - m != 4))
    reach_error();
}
