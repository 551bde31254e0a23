// expect: unsafe
// options: --property valid-memsafety
// because: the member is read
struct record { int first; int second; };
int main(void) {
  struct record *r = 0;
  int *p = &r->second;
  return *p;
}
