// expect: unsafe
// options: --property valid-memsafety
// because: its function has returned
typedef unsigned long word;
static word kept;
static void keep(void) {
  int x = 5, *p = &x;
  kept = (word)p;
}
int main(void) {
  keep();
  int *p = (int *)kept;
  *p = 6;
  return p == 0;
}
