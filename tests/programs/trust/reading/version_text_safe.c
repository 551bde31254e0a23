// expect: safe
// must: decided
// because: the version of gcc
extern void reach_error(void);
int main(void) {
  if (!(__VERSION__[0] == '1' && __VERSION__[1] == '2'))
      reach_error();
  return 0;
}
