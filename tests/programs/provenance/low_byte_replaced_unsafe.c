// expect: unsafe
// because: addresses more than 256 bytes apart differ in other bytes
extern void reach_error(void);
__attribute__((aligned(8))) int a[80];
int main(void) {
  int *p = &a[0], *q = &a[79];
  *(unsigned char *)&p = *(unsigned char *)&q;
  if (!(p == q))
    reach_error();
}
