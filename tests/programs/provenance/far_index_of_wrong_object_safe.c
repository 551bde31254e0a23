// expect: safe
// because: the index that leads from one array to the other leads there
extern void reach_error(void);
typedef unsigned long word;
int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
int main(void) {
  word distance = ((word)b - (word)a) / sizeof(int);
  int *p = (int *)((word)a + distance * sizeof(int));
  *p = 9;
  if (!(b[0] == 9))
    reach_error();
  if (!(a[0] == 1))
    reach_error();
}
