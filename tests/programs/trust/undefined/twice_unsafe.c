// expect: unsafe
// must: decided
// with: twice.other.c
// because: two results may differ
extern void reach_error(void);
extern int next(void);
int main(void) {
  if (next() != next())
    reach_error();
  return 0;
}
