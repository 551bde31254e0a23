// expect: safe
// because: the plain access is plain
extern void reach_error(void);
int x;
#define READ_ONCE(place) (*(volatile int *)&(place))
int main(void) {
  x = 1;
  if (x != 1)
    reach_error();
  return 0;
}
