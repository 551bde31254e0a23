// expect: safe
// because: the second address is subtracted again
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  word sum = (word)&a + (word)&b;
  int *p = (int *)(sum - (word)&b);
  if (!(*p == 1))
    reach_error();
}
