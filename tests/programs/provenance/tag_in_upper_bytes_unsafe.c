// expect: unsafe
// options: --data-model LP64
// because: the tag is not removed
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word n = (word)&x << 16 | 77;
  word back = n / 2;
  if (!((int *)back == &x))
    reach_error();
  if (!((n & 0xffff) == 77))
    reach_error();
}
