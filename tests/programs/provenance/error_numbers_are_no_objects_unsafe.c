// expect: unsafe
// because: a difference of addresses may be small
extern void reach_error(void);
typedef unsigned long word;
int a[2];
int main(void) {
  word n = (word)&a[1] - (word)&a[0];
  if (!(n < (word)-4095 && n > 4095))
    reach_error();
}
