// expect: safe
// ring: first
// because: only the one field is volatile
extern void reach_error(void);
struct box {
  volatile int status;
  int plain;
} flag;
#define b flag
int main(void) {
  int x = 5;
  b.status = 3;
  if (b.plain != 0 || x != 5)
    reach_error();
  return 0;
}
