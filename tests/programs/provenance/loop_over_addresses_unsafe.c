// expect: unsafe
// because: the last one is left out
extern void reach_error(void);
typedef unsigned long word;
int a[4] = {1, 2, 3, 4};
int main(void) {
  int sum = 0;
  word end = (word)(a + 3);
  for (word n = (word)a; n < end; n += sizeof(int))
    sum += *(int *)n;
  if (!(sum == 10))
    reach_error();
}
