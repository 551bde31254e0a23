// expect: unsafe
// because: a declaration without inline makes the definition external
extern void reach_error(void);
inline int f(void) { return 1; }
extern int f(void);
int main(void) {
  if (f() == 1)
    reach_error();
  return 0;
}
