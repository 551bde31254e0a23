// expect: safe
// because: the position
extern void reach_error(void);
int main(void) {
  if (!(__LINE__ > 3 && sizeof(__FILE__) > 3))
      reach_error();
  return 0;
}
