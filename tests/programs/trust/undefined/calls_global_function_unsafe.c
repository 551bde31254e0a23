// expect: unsafe
// with: calls_global_function.other.c
// unless: other
// because: the other file may call a global function
extern void reach_error(void);
extern void other(void);
void fail(void) { reach_error(); }
int main(void) {
  other();
  return 0;
}
