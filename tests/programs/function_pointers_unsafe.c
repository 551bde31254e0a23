// expect: unsafe
// run: 0, 5 -> end 0
// run: 1, 0 -> error
// because: the second function of the table leaves the range
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
typedef int (*step)(int);
static int grow(int x) { return x < 100 ? x + 1 : x; }
static int shrink(int x) { return x - 1; }
static const struct {
  const char *name;
  step run;
} table[] = {{"grow", grow}, {"shrink", &shrink}};
int main(void) {
  unsigned which = __VERIFIER_nondet_uint() % 2;
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100)
    return 0;
  x = table[which].run(x);
  if (x < 0 || x > 100)
    reach_error();
  return 0;
}
