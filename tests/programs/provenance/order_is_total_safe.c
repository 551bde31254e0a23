// expect: safe
// because: of two different objects one has the lower address
extern void reach_error(void);
typedef unsigned long word;
int a = 1, b = 2;
int main(void) {
  word m = (word)&a, n = (word)&b;
  if (!(m < n || n < m))
    reach_error();
}
