// expect: safe
// because: the members are as far apart in one record as in another
extern void reach_error(void);
struct record { short a; int b; };
struct record r = {1, 2}, s = {3, 4};
int main(void) {
  long distance = (long)&r.b - (long)&r.a;
  short *p = (short *)((long)&s.b - distance);
  if (!(*p == 3))
    reach_error();
}
