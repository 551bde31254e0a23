// expect: safe
// because: the argument becomes a member
extern void reach_error(void);
typedef union {
  int *p;
  float *q;
} either __attribute__((transparent_union));
static int take(either e) { return *e.p; }
int main(void) {
  int n = 5;
  if (!(take(&n) == 5))
      reach_error();
  return 0;
}
