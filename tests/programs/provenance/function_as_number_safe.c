// expect: safe
// because: the number is the address of the function
extern void reach_error(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
  long table[2] = {(long)one, (long)two};
  int (*f)(void) = (int (*)(void))table[1];
  if (!(f() == 2))
    reach_error();
}
