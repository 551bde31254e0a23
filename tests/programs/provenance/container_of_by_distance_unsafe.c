// expect: unsafe
// because: the second record is not the first
extern void reach_error(void);
struct record { short a; int b; };
struct record r = {1, 2}, s = {3, 4};
int main(void) {
  long distance = (long)&r.b - (long)&r.a;
  short *p = (short *)((long)&s.b - distance);
  if (!(*p == 1))
    reach_error();
}
