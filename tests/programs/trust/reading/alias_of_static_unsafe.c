// expect: unsafe
// with: alias_static.other.c
// because: another file may write a static variable by its other name
extern void reach_error(void);
extern void other(void);
static int a;
extern int b __attribute__((alias("a")));
int main(void) {
  if ((other(), a))
    reach_error();
  return 0;
}
