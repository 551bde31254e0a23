// expect: unsafe
// because: the tag chooses the other one
extern void reach_error(void);
typedef unsigned long word;
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
  union { int (*f)(void); word n; } u;
  u.f = one;
  word mark = u.n ^ (word)two;
  u.n ^= mark;
  if (!(u.f() == 1))
    reach_error();
}
