// expect: safe
// options: --data-model LP64
// because: an address of a Linux process has 47 bits at most
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word n = (word)&x << 16 | 77;
  word back = n >> 16;
  if (!((int *)back == &x))
    reach_error();
  if (!((n & 0xffff) == 77))
    reach_error();
}
