// expect: unsafe
// because: two different objects have different addresses
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  word m = (word)&a, n = (word)&b;
  if (!(m == n))
    reach_error();
}
