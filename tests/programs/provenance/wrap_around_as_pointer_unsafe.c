// expect: unsafe
// truth: -O0 only
// because: the second step is one byte short
extern void reach_error(void);
typedef unsigned long word;
char a[2] = {5, 6};
int main(void) {
  word half = (word)1 << (8 * sizeof(word) - 1);
  char *p = a;
  p = p + half;
  p = p + (half - 1);
  if (!(p == a))
    reach_error();
}
