// expect: safe
// because: both names are one variable
extern void reach_error(void);
int a;
[[gnu::alias("a")]] extern int b;
int main(void) {
  if ((b = 1, !a))
    reach_error();
  return 0;
}
