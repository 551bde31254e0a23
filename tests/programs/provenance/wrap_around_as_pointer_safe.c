// expect: safe
// truth: -O0 only
// because: gcc computes addresses modulo the address space
extern void reach_error(void);
typedef unsigned long word;
char a[2] = {5, 6};
int main(void) {
  word half = (word)1 << (8 * sizeof(word) - 1);
  char *p = a;
  p = p + half;
  p = p + (half);
  if (!(p == a))
    reach_error();
}
