// expect: safe
// because: two functions have two addresses
extern void reach_error(void);
typedef unsigned long word;
static int one(void) { return 1; }
static int two(void) { return 1; }
int main(void) {
  int (*f)(void) = one, (*g)(void) = two;
  if (!((word)f != (word)g))
    reach_error();
}
