// expect: safe
// because: an address converted to an integer of its size and back is the same address
extern void reach_error(void);
typedef unsigned long word;
int a[2] = {5, 6};
int main(void) {
  word n = (word)&a[0];
  int *p = (int *)n;
  *p = 7;
  if (!(a[0] == 7))
    reach_error();
}
