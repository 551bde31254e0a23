// expect: safe
// because: twice half of the address space is all of it
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word half = (word)1 << (8 * sizeof(word) - 1), n = (word)&x;
  n += half;
  n += half;
  if (!((int *)n == &x))
    reach_error();
}
