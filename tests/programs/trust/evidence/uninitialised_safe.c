// expect: safe
// ring: first
// because: b has its value
extern void reach_error(void);
static __attribute__((noinline)) int probe(int *p) {
  for (int i = 0; i < 64; i++)
    if (p[i] != 0)
      return 1;
  return 0;
}
int main(void) {
  int a;
  int b = 5;
  if (b != 5)
    reach_error();
  return 0;
}
