// expect: safe
// because: two ints are at least four bytes apart
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  word m = (word)&a, n = (word)&b;
  word distance = m < n ? n - m : m - n;
  if (!(distance >= 4))
    reach_error();
}
