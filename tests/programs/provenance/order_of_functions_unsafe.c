// expect: unsafe
// truth: -O0 only
// because: gcc emits functions in their order
extern void reach_error(void);
typedef unsigned long word;
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
  word m = (word)one, n = (word)two;
  if (!(m > n))
    reach_error();
}
