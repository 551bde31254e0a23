// expect: unsafe
// because: it is that of the other one
extern void reach_error(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
  long table[2] = {(long)one, (long)two};
  int (*f)(void) = (int (*)(void))table[0];
  if (!(f() == 2))
    reach_error();
}
