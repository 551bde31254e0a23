// expect: unsafe
// because: a static name for a variable is that variable
extern void reach_error(void);
extern int y;
static int x __attribute__((weakref("y")));
int y = 1;
int main(void) {
  if (x == 1)
    reach_error();
  return 0;
}
