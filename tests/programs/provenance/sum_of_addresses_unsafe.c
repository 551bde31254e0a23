// expect: unsafe
// because: the first one is subtracted
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  word sum = (word)&a + (word)&b;
  int *p = (int *)(sum - (word)&a);
  if (!(*p == 1))
    reach_error();
}
