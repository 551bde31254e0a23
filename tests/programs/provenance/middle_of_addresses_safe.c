// expect: safe
// options: --data-model LP64
// because: two addresses of 47 bits have a sum of 48
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int a[4] = {1, 2, 3, 4};
  word sum = (word)&a[0] + (word)&a[2];
  if (!((int *)(sum / 2) == &a[1]))
    reach_error();
}
