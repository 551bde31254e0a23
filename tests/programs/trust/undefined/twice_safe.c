// expect: safe
// must: decided
// with: twice.other.c
// because: one result is one number
extern void reach_error(void);
extern int next(void);
int main(void) {
  int a = next();
  if (a != a)
    reach_error();
  return 0;
}
