// expect: unsafe
// because: the register behind a device has a number that leads back
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *device = (int *)0x08050000, *other = (int *)0x40060000;
  int *at = __VERIFIER_nondet_int() ? device : other;
  unsigned long n = (unsigned long)(at + 2);
  if ((int *)n == device + 2)
    reach_error();
}
