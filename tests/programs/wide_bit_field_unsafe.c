// expect: unsafe
// run: -> error
// because: a cast to the declared type leaves the forty bits
extern void reach_error(void);
struct wide { unsigned long long g : 40; };
int main(void) {
  struct wide b;
  b.g = 1ULL << 39;
  if (((unsigned long long)b.g << 1) != 0)
    reach_error();
  return 0;
}
