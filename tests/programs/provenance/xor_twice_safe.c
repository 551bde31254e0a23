// expect: safe
// because: what is xored twice is as before
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2, c = 3;
int main(void) {
  word n = (word)&a ^ (word)&b;
  int *p = (int *)(n ^ (word)&b);
  if (!(p == &a))
    reach_error();
}
