// expect: safe
// because: both names are one variable
extern void reach_error(void);
int b = 5;
extern int a __attribute__((alias("b")));
int main(void) {
  if (&a != &b)
    reach_error();
  return 0;
}
