// expect: unsafe
// because: a bucket may hold two addresses, and the second replaces the first
extern void reach_error(void);
typedef unsigned long word;
int a[8];
int *table[4];
static unsigned bucket(int *p) { return (unsigned)((word)p >> 2 & 3); }
int main(void) {
  table[bucket(&a[0])] = &a[0];
  table[bucket(&a[4])] = &a[4];
  if (!(table[bucket(&a[0])] == &a[0]))
    reach_error();
}
