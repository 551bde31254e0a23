// expect: unsafe
// with: interior_pointer.other.c
// because: a pointer leads to the whole object
extern void reach_error(void);
extern void change(int *p);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  change(&a[2]);
  if (a[0] != 1)
    reach_error();
  return 0;
}
