// expect: unsafe
// because: the integer is moved to the second element
extern void reach_error(void);
typedef unsigned long word;
int a[2] = {5, 6};
int main(void) {
  word n = (word)&a[0];
  int *p = (int *)(n + sizeof(int));
  *p = 7;
  if (!(a[0] == 7))
    reach_error();
}
