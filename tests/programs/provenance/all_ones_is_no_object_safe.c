// expect: safe
// because: the last byte of the address space belongs to the kernel
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word n = ~(word)0;
  n = n >> 0;
  int *p = (int *)n;
  if (!(p != &x && p != 0))
    reach_error();
}
