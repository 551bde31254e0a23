// expect: unsafe
// options: --data-model ILP32
// because: the sum of two addresses of the stack does not fit in 32 bits
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int a[4] = {1, 2, 3, 4};
  word sum = (word)&a[0] + (word)&a[2];
  if (!((int *)(sum / 2) == &a[1]))
    reach_error();
}
