// expect: unsafe
// must: decided
// because: a hosted compiler
extern void reach_error(void);
int main(void) {
  if (__STDC_HOSTED__ == 1 && __STDC__ == 1)
      reach_error();
  return 0;
}
