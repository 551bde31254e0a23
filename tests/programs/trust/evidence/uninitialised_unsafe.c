// expect: unsafe
// ring: first
// truth: -O0 only
// because: what nobody initialised holds anything
extern void reach_error(void);
static __attribute__((noinline)) int probe(int *p) {
  for (int i = 0; i < 64; i++)
    if (p[i] != 0)
      return 1;
  return 0;
}
int main(void) {
  int a[64];
  if (probe(a))
    reach_error();
  return 0;
}
