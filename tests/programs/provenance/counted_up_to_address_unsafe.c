// expect: unsafe
// because: half an element is no element
extern void reach_error(void);
typedef unsigned long word;
int a[3] = {1, 2, 3};
int main(void) {
  word n = (word)a, count = 0;
  while (n != (word)&a[2] && count < 9) {
    n += 3;
    count++;
  }
  if (!(count == 2))
    reach_error();
}
