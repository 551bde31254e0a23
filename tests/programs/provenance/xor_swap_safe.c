// expect: safe
// because: three xors swap two integers
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  word m = (word)&a, n = (word)&b;
  m ^= n;
  n ^= m;
  m ^= n;
  if (!(*(int *)n == 1))
    reach_error();
  if (!(m == (word)&b))
    reach_error();
}
