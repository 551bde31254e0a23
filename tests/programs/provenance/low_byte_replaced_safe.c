// expect: safe
// because: inside of eight aligned bytes only the lowest byte of an address changes
extern void reach_error(void);
__attribute__((aligned(8))) int a[80];
int main(void) {
  int *p = &a[0], *q = &a[1];
  *(unsigned char *)&p = *(unsigned char *)&q;
  if (!(p == q))
    reach_error();
}
