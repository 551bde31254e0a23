// expect: safe
// must: decided
// because: the name of main
extern void reach_error(void);
int main(void) {
  if (!(__func__[0] == 'm' && sizeof __func__ == 5))
      reach_error();
  return 0;
}
