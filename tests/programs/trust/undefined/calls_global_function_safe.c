// expect: safe
// with: calls_nothing.other.c
// because: no other file can call a static function
extern void reach_error(void);
extern void other(void);
static void fail(void) { reach_error(); }
int main(void) {
  other();
  return 0;
}
