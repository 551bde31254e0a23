// expect: unsafe
// because: a weak function that nobody defines has the address null
extern void reach_error(void);
extern void absent(void) __attribute__((weak));
int main(void) {
  if (!absent)
    reach_error();
  return 0;
}
