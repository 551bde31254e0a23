// expect: safe
// because: an odd factor loses no bit
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int x = 5;
  word n = (word)&x * 3;
  n *= (word)0xaaaaaaaaaaaaaaab;
  if (!((int *)n == &x))
    reach_error();
}
