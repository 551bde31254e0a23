// expect: safe
// because: gcc extends an address by its sign and drops the same bits again
extern void reach_error(void);
typedef unsigned long word;
__attribute__((aligned(8))) int a[2];
int main(void) {
  unsigned long long wide = (unsigned long long)(word)&a[1];
  wide ^= 1ULL << 40;
  wide &= ~(1ULL << 40);
  wide |= (unsigned long long)(word)&a[1] & 1ULL << 40;
  int *p = (int *)(word)wide;
  if (!(p == &a[1]))
    reach_error();
}
