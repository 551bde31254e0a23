// expect: safe
// with: interior_pointer.other.c
// because: b was not given away
extern void reach_error(void);
extern void change(int *p);
int main(void) {
  int a[4] = {1, 2, 3, 4}, b = 5;
  change(&a[2]);
  if (b != 5)
    reach_error();
  return 0;
}
