// expect: unsafe
// because: there is one xor too few
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  word m = (word)&a, n = (word)&b;
  m ^= n;
  n ^= m;
  if (!(*(int *)n == 1))
    reach_error();
  if (!(m == (word)&b))
    reach_error();
}
