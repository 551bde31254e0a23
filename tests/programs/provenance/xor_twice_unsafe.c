// expect: unsafe
// because: it is xored with another address the second time
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2, c = 3;
int main(void) {
  word n = (word)&a ^ (word)&b;
  int *p = (int *)(n ^ (word)&c);
  if (!(p == &a))
    reach_error();
}
