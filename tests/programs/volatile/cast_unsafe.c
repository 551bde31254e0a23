// expect: unsafe
// because: the access is volatile
extern void reach_error(void);
int x;
#define READ_ONCE(place) (*(volatile int *)&(place))
int main(void) {
  x = 1;
  if (READ_ONCE(x) == 2)
    reach_error();
  return 0;
}
