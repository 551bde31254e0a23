// expect: unsafe
// because: two addresses side by side may have different hashes
extern void reach_error(void);
typedef unsigned long word;
int a[2] = {5, 6};
static unsigned hash(int *p) { return (unsigned)((word)p / 4 % 7); }
int main(void) {
  int *p = a, *q = a + 1;
  if (!(hash(p) == hash(q)))
    reach_error();
}
