// expect: safe
// options: --property valid-memsafety
// because: the local is alive
typedef unsigned long word;
static word kept;
static void keep(void) {
  int x = 5, *p = &x;
  kept = (word)p;
  *(int *)kept = 6;
}
int main(void) {
  keep();
  int *p = (int *)kept;
  return p == 0;
}
