// expect: safe
// ring: first
// because: both names are one variable
extern void reach_error(void);
int b = 5;
extern int a __attribute__((alias("b")));
int main(void) {
  a = 6;
  if (b != 6)
    reach_error();
  return 0;
}
