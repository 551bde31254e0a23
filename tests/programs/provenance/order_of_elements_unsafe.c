// expect: unsafe
// because: earlier elements have lower addresses
extern void reach_error(void);
typedef unsigned long word;
int a[4];
int main(void) {
  int *p = &a[1], *q = &a[3];
  if (!(p > q))
    reach_error();
  if (!((word)q - (word)p == 2 * sizeof(int)))
    reach_error();
}
