// expect: safe
// run: -> end 0
// because: gcc computes with a bit-field wider than int in its own width
extern void reach_error(void);
struct wide { unsigned long long g : 40; };
int main(void) {
  struct wide b;
  b.g = 1ULL << 39;
  if ((b.g << 1) != 0)
    reach_error();
  return 0;
}
