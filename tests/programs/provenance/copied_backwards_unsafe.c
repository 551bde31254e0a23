// expect: unsafe
// because: they are reversed once
extern void reach_error(void);
int x = 5;
static void reverse(unsigned char *bytes) {
  for (unsigned i = 0, j = sizeof(int *) - 1; i < j; i++, j--) {
    unsigned char kept = bytes[i];
    bytes[i] = bytes[j];
    bytes[j] = kept;
  }
}
int main(void) {
  int *p = &x;
  reverse((unsigned char *)&p);
  if (!(p == &x))
    reach_error();
}
