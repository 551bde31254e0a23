// expect: safe
// options: --property valid-memsafety
// because: only the address is computed
typedef unsigned long word;
struct record { int first; int second; };
int main(void) {
  struct record *r = 0;
  int *p = &r->second;
  return (word)p == 4 ? 0 : 1;
}
