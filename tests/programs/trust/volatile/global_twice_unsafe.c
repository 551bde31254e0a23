// expect: unsafe
// ring: first
// with: changing.other.c
// because: somebody else may change a volatile object between two reads
extern void reach_error(void);
volatile int flag;
int main(void) {
  int a = flag, b = flag;
  if (a != b)
    reach_error();
  return 0;
}
