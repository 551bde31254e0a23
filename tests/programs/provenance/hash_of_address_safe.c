// expect: safe
// because: one address has one hash
extern void reach_error(void);
typedef unsigned long word;
int a[2] = {5, 6};
static unsigned hash(int *p) { return (unsigned)((word)p / 4 % 7); }
int main(void) {
  int *p = a, *q = a;
  if (!(hash(p) == hash(q)))
    reach_error();
}
