// expect: safe
// because: gcc has nested functions
extern void reach_error(void);
int main(void) {
  int add(int n) { return n + 1; }
  if (add(2) != 3)
      reach_error();
  return 0;
}
