// expect: unsafe
// because: rotating further does not
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  unsigned bits = 8 * sizeof(word);
  word n = (word)&x;
  n = n << 5 | n >> (bits - 5);
  n = n << 5 | n >> (bits - 5);
  if (!((int *)n == &x))
    reach_error();
}
