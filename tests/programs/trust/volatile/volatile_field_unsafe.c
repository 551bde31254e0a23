// expect: unsafe
// ring: first
// with: changing.other.c
// because: a volatile field may change by itself
extern void reach_error(void);
struct box {
  volatile int status;
  int plain;
} flag;
#define b flag
int main(void) {
  b.status = 3;
  if (b.status != 3)
    reach_error();
  return 0;
}
