// expect: safe
// because: four steps of four bytes sum up the array
extern void reach_error(void);
typedef unsigned long word;
int a[4] = {1, 2, 3, 4};
int main(void) {
  int sum = 0;
  word end = (word)(a + 4);
  for (word n = (word)a; n < end; n += sizeof(int))
    sum += *(int *)n;
  if (!(sum == 10))
    reach_error();
}
