// expect: unsafe
// because: once half of the address space is far away
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word half = (word)1 << (8 * sizeof(word) - 1), n = (word)&x;
  n += half;
  n += 0;
  if (!((int *)n == &x))
    reach_error();
}
