// expect: unsafe
// with: changing.other.c
// because: the object is volatile
extern void reach_error(void);
volatile int flag;
int main(void) {
  volatile int *p = &flag;
  *p = 6;
  if (*p != 6)
    reach_error();
  return 0;
}
